/** A plan as the terminal shows it before a run: what it costs, and what it will not reach. */
import type { ExploreOptions, Plan } from '../contract/index.js';

export function planText(
  { requests, jobs, minutes, phases, unreached }: Plan,
  { baseUrl, requestsPerMinute = 0 }: ExploreOptions,
): string {
  const rate = requestsPerMinute === 0 ? 'without pacing' : `at ${requestsPerMinute} requests a minute`;
  const time =
    requestsPerMinute === 0 ? '' : `, ${minutes} to ${minutes + 2} minutes and as long as the jobs take`;
  const width = Math.max(...phases.map(({ title }) => title.length));
  const lines = [
    `Plan for ${baseUrl}: about ${requests} requests and ${jobs} ${jobs === 1 ? 'job' : 'jobs'} ${rate}${time}`,
    ...phases.map(({ title, requests: cost }) => `  ${title.padEnd(width)}  ${String(cost).padStart(3)}`),
    ...(unreached.length === 0 ? [] : ['What stays unreached, and what reaches it:']),
    ...unreached.map(({ what, flag }) => `  ${what}: ${flag}`),
  ];
  return `${lines.join('\n')}\n\n`;
}
