/**
 * The requests that show a finding again, in order. A finding about a changed title needs the PATCH before the fetch, and one
 * about a job needs its start: the job of the run has ended. The commands start a job of their own.
 */
import type { Exchange } from '../../journal/exchange.js';
import { isBefore, type Call } from '../trace/call.js';
import type { Trace } from '../trace/trace.js';
import { curlOf } from './curl.js';
import { quoted } from './shell-quote.js';

/** The number of earlier requests that are repeated. */
const MAX_EARLIER = 3;

/** @returns the requests before the call that it depends on, oldest first; empty if it depends on none */
export function requestsBefore(call: Call, trace: Trace): readonly Exchange[] {
  return earlierCalls(call, trace).map(({ exchange }) => exchange);
}

function earlierCalls(call: Call, trace: Trace): readonly Call[] {
  const { operation, id } = call;
  if (operation === 'getPresentation' || operation === 'updatePresentation') {
    const changes = trace.about('updatePresentation', id).filter((change) => isBefore(change, call));
    return changes.slice(-MAX_EARLIER);
  }
  const job =
    operation === 'getGenerationStatus' || operation === 'sendGenerationMessage' ? trace.job(id) : undefined;
  if (!job?.start) return [];
  const replies = job.messages.filter((reply) => reply.ok && isBefore(reply, call));
  return [job.start, ...replies.slice(0, MAX_EARLIER - 1)];
}

const VARIABLE = 'GENERATION_ID';
/** Prints the generation_id of a response. Every POSIX system has sed. */
const READ_ID = `sed -n 's/.*"generation_id" *: *"\\([^"]*\\)".*/\\1/p'`;

/**
 * @param earlier the result of `requestsBefore`
 * @returns one command a line; empty if one `curl` line is enough, or if a request cannot be repeated
 */
export function reproduction(earlier: readonly Exchange[], last: Exchange): readonly string[] {
  if (earlier.length === 0) return [];
  const all = [...earlier, last];
  const commands = all.map(({ request }) => curlOf(request));
  if (commands.some((command) => command === undefined)) return [];
  const startsJob = /\/presentations\/generate$/.test(pathOf(earlier[0]));
  return all.flatMap((exchange, index) => {
    const before = all[index - 1];
    const wait = before ? Math.round((exchange.startedAt - before.endedAt) / 1000) : 0;
    const command = commands[index] ?? '';
    const shown = startsJob ? (index === 0 ? capturing(command) : withVariable(command, exchange)) : command;
    return [...(wait >= 2 && startsJob ? [`sleep ${wait}`] : []), shown];
  });
}

const pathOf = (exchange: Exchange | undefined): string => exchange?.request.url.replace(/[?#].*$/, '') ?? '';

const capturing = (command: string): string =>
  `${VARIABLE}=$(${command.replace('curl -i', 'curl -s')} | ${READ_ID})`;

/** Replaces the id in the address, which is the last argument. */
function withVariable(command: string, { request: { url } }: Exchange): string {
  const parts = /^(https?:\/\/[\w.:-]+\/[\w./%-]*\/presentations\/generate\/)[^/]+(\/\w+)$/.exec(url);
  const last = quoted(url);
  if (!parts || !command.endsWith(last)) return command;
  return `${command.slice(0, -last.length)}"${parts[1]}$${VARIABLE}${parts[2]}"`;
}
