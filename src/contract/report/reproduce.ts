/**
 * The requests that show a finding again, in order. A finding about a changed title needs the PATCH before the fetch, and one
 * about a job needs its start: the job of the run has ended. The commands start a job of their own, and wait for its states.
 */
import type { Exchange } from '../../journal/exchange.js';
import { fieldOf, type JsonObject } from '../../base/json.js';
import { isBefore, isRename, type Call } from '../../trace/call.js';
import type { JobTrace } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';
import { curlOf } from '../../trace/curl.js';
import { quoted } from '../../base/text/shell.js';

/** The number of earlier requests that are repeated. */
const MAX_EARLIER = 3;

/**
 * @param about the request whose effect the call shows
 * @returns the requests before the call that it depends on, oldest first; empty if it depends on none
 */
export function requestsBefore(call: Call, trace: Trace, about?: Call): readonly Exchange[] {
  const needed = new Set([...earlierCalls(call, trace, about), ...(about && about !== call ? [about] : [])]);
  return [...needed].map(({ exchange }) => exchange).sort((one, two) => one.startedAt - two.startedAt);
}

function earlierCalls(call: Call, trace: Trace, about?: Call): readonly Call[] {
  const { operation, id } = call;
  if (operation === 'getPresentation' || operation === 'updatePresentation') {
    const changes = trace.about('updatePresentation', id).filter((change) => isBefore(change, call));
    return about ? [] : changes.slice(-MAX_EARLIER);
  }
  const job =
    operation === 'getGenerationStatus' || operation === 'sendGenerationMessage' ? trace.job(id) : undefined;
  if (!job?.start) return [];
  const replies = job.messages.filter((reply) => reply.ok && isBefore(reply, call));
  return [job.start, ...replies.slice(0, MAX_EARLIER - 1), ...renameAfterEnd(job, call, trace)];
}

/** The view that shows the presentation of a job, and the last rename of it before the call. */
function renameAfterEnd({ views }: JobTrace, call: Call, trace: Trace): readonly Call[] {
  const end = views.find(({ value, status }) => status === 'completed' && readsId(value));
  const id = fieldOf(fieldOf(end?.value, 'presentation'), 'id');
  if (!end || typeof id !== 'string') return [];
  const renames = trace
    .about('updatePresentation', id)
    .filter((patch) => patch.ok && isRename(patch) && isBefore(end.call, patch) && isBefore(patch, call));
  const [last] = renames.slice(-1);
  return last ? [end.call, last] : [];
}

const VARIABLE = 'GENERATION_ID';
const PRESENTATION = 'PRESENTATION_ID';
/** Print an id in a response. Every POSIX system has sed and tr. */
const READ_ID = `tr -d '\\n' | sed -n 's/.*"generation_id" *: *"\\([^"]*\\)".*/\\1/p'`;
const READ_PRESENTATION_ID = `tr -d '\\n' | sed -n 's/.*"presentation" *: *{[^{]*"id" *: *"\\([^"]*\\)".*/\\1/p'`;

/** Whether sed finds the id of the presentation: no object is before it. */
function readsId(view: JsonObject): boolean {
  const presentation = fieldOf(view, 'presentation');
  const found = /^.*"presentation":\{[^{]*"id":"([^"]*)"/.exec(JSON.stringify(view));
  return found !== null && found[1] === fieldOf(presentation, 'id');
}

/**
 * @param earlier the result of `requestsBefore`
 * @returns one command a line; empty if one `curl` line is enough, or if a request cannot be repeated
 */
export function reproduction(
  earlier: readonly Exchange[],
  last: Exchange,
  curlOptions: readonly string[] = [],
): readonly string[] {
  if (earlier.length === 0) return [];
  const all = [...earlier, last];
  const commands = all.map(({ request }) => curlOf(request, curlOptions));
  if (commands.some((command) => command === undefined)) return [];
  const [start] = earlier;
  if (!start || !isStart(start)) return commands.map((command = '') => command);
  return all.flatMap((exchange, index) => {
    const shown = ofOwnJob(commands[index] ?? '', exchange, all[index + 1]);
    // A poll in the story shows the state that the job was waited for. A job that breaks a promise may stay in another one.
    const isWaiting = all.slice(0, index).every(({ request }) => request.method !== 'GET');
    const wait = isWaiting ? waitFor(exchange, start, curlOptions) : undefined;
    return wait === undefined ? [shown] : [wait, shown];
  });
}

/** Whether a story begins with the start of a job. Its commands then use the ids of the job that they start. */
export const isStart = (exchange: Exchange | undefined): boolean =>
  /\/presentations\/generate$/.test(pathOf(exchange));

const pathOf = (exchange: Exchange | undefined): string => exchange?.request.url.replace(/[?#].*$/, '') ?? '';

/**
 * A loop that waits until the job of the commands asks or ends, and prints each view. The states before are among them.
 * @returns `undefined` for the start itself
 */
function waitFor(exchange: Exchange, start: Exchange, curlOptions: readonly string[]): string | undefined {
  if (isStart(exchange)) return undefined;
  const url = pathOf(exchange).replace(/\/message$/, '/status');
  const poll = curlOf({ method: 'GET', url, headers: start.request.headers }, curlOptions);
  if (poll === undefined) return undefined;
  const view = withVariable(poll.replace('curl -i', 'curl -s'), url, ofJob, VARIABLE);
  return `until VIEW=$(${view}); printf '%s\\n' "$VIEW"; case $VIEW in *'"generating"'*) false;; esac; do sleep 2; done`;
}

function ofOwnJob(command: string, exchange: Exchange, next: Exchange | undefined): string {
  const { url, method } = exchange.request;
  if (isStart(exchange)) return next ? capturing(VARIABLE, command, READ_ID) : command;
  if (method === 'PATCH') return withVariable(command, url, patched, PRESENTATION);
  const shown = withVariable(command, url, ofJob, VARIABLE);
  return next?.request.method === 'PATCH' ? capturing(PRESENTATION, shown, READ_PRESENTATION_ID) : shown;
}

const capturing = (variable: string, command: string, read: string): string =>
  `${variable}=$(${command.replace('curl -i', 'curl -s')} | ${read})`;

/** The parts of an address before and after an id. */
const ofJob = /^(https?:\/\/[\w.:[\]-]+\/[\w./%-]*\/presentations\/generate\/)[^/]+(\/\w+)$/;
const patched = /^(https?:\/\/[\w.:[\]-]+\/[\w./%-]*\/presentations\/)[^/]+()$/;

/** Replaces the id in the address, which is the last argument. */
function withVariable(command: string, url: string, pattern: RegExp, variable: string): string {
  const parts = pattern.exec(url);
  const last = quoted(url);
  if (!parts || !command.endsWith(last)) return command;
  return `${command.slice(0, -last.length)}"${parts[1]}$${variable}${parts[2]}"`;
}
