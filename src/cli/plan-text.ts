/** The plan of `verify` as text: its cost, and the rules that it will not reach. */
import { counted } from '../base/text/counted.js';
import { accessLines, type Access, type ExploreOptions, type Plan } from '../contract/index.js';

export function planText(
  { requests, jobs, minutes, phases, unreached }: Plan,
  { baseUrl, requestsPerMinute = 0 }: ExploreOptions,
  access: Access = {},
): string {
  const time = `about ${counted(minutes, 'minute')}${jobs.length === 0 ? '' : ', if jobs take some seconds'}`;
  const rate =
    requestsPerMinute === 0
      ? ` without pacing${jobs.length === 0 ? '' : ', if jobs take a second; longer ones need more polls'}`
      : `\n  at ${requestsPerMinute} requests a minute for each key: ${time}`;
  const width = Math.max(...phases.map(({ title }) => title.length));
  const lines = [
    ...accessLines(access),
    `Plan for ${baseUrl}: about ${requests} requests and ${counted(jobs.length, 'job')}${rate}`,
    ...phases.map(({ title, requests: cost }) => `  ${title.padEnd(width)}  ${String(cost).padStart(3)}`),
    ...(unreached.length === 0 ? [] : ['Not covered by this plan, and the options that add it:']),
    ...unreached.map(({ what, flag }) => `  ${what}: ${flag}`),
  ];
  return `${lines.join('\n')}\n\n`;
}
