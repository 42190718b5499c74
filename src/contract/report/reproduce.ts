/**
 * The requests that show a finding again, in order. A finding about a changed title needs the PATCH before the fetch, and one
 * about a job needs its start: the job of the run has ended. The commands start a job of their own, and wait for its states.
 */
import type { Exchange } from '../../journal/exchange.js';
import { fieldOf, type JsonObject } from '../../base/json.js';
import { isBefore, isRename, type Call } from '../../trace/call.js';
import type { JobTrace } from '../../trace/job.js';
import type { Trace } from '../../trace/trace.js';
import { curlOf } from './curl.js';

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
  const isStory = isStart(all[0]);
  const commands = all.flatMap((exchange, index) => {
    const shown = isStory
      ? ofOwnJob(exchange, all[index + 1], curlOptions)
      : curlOf(exchange.request, curlOptions);
    // A poll in the story shows the state that the job was waited for. A job that breaks a promise may stay in another one.
    const isWaiting = isStory && all.slice(0, index).every(({ request }) => request.method !== 'GET');
    const wait = isWaiting ? waitFor(exchange, all[0], curlOptions) : undefined;
    return wait === undefined ? [shown] : [wait, shown];
  });
  const known = commands.filter((command) => command !== undefined);
  return known.length === commands.length ? known : [];
}

/** Whether a story begins with the start of a job. Its commands then use the ids of the job that they start. */
export const isStart = (exchange: Exchange | undefined): boolean =>
  /\/presentations\/generate$/.test(pathOf(exchange));

const pathOf = (exchange: Exchange | undefined): string => exchange?.request.url.replace(/[?#].*$/, '') ?? '';

/**
 * A loop that waits until the job of the commands asks or ends, and prints each view. The states before are among them.
 * @returns `undefined` for the start itself
 */
function waitFor(
  exchange: Exchange,
  start: Exchange | undefined,
  curlOptions: readonly string[],
): string | undefined {
  if (!start || isStart(exchange)) return undefined;
  const url = pathOf(exchange).replace(/\/message$/, '/status');
  const request = { method: 'GET', url, headers: start.request.headers };
  const view = curlOf(request, curlOptions, { isSilent: true, address: withVariable(url, ofJob, VARIABLE) });
  return (
    view &&
    `until VIEW=$(${view}); printf '%s\\n' "$VIEW"; case $VIEW in *'"generating"'*) false;; esac; do sleep 2; done`
  );
}

/** The command for a request of the story. It reads the id that the next one needs. */
function ofOwnJob(
  exchange: Exchange,
  next: Exchange | undefined,
  curlOptions: readonly string[],
): string | undefined {
  const { request } = exchange;
  const isPatch = request.method === 'PATCH';
  const [variable, read] = isStart(exchange) ? [VARIABLE, READ_ID] : [PRESENTATION, READ_PRESENTATION_ID];
  const isRead = next !== undefined && (isStart(exchange) || (!isPatch && next.request.method === 'PATCH'));
  const address = isPatch
    ? withVariable(request.url, patched, PRESENTATION)
    : withVariable(request.url, ofJob, VARIABLE);
  const command = curlOf(request, curlOptions, { isSilent: isRead, address });
  return command !== undefined && isRead ? `${variable}=$(${command} | ${read})` : command;
}

/** The parts of an address before and after an id. */
const ofJob = /^(https?:\/\/[\w.:[\]-]+\/[\w./%-]*\/presentations\/generate\/)[^/]+(\/\w+)$/;
const patched = /^(https?:\/\/[\w.:[\]-]+\/[\w./%-]*\/presentations\/)[^/]+()$/;

/** The address with a variable in place of its id. */
function withVariable(url: string, pattern: RegExp, variable: string): string | undefined {
  const parts = pattern.exec(url);
  return parts ? `"${parts[1]}$${variable}${parts[2]}"` : undefined;
}
