/**
 * The requests that show a finding again, in order. A finding about a changed title needs the PATCH before the fetch, and one
 * about a job needs its start: the job of the run has ended. The commands start a job of their own, and wait for its states.
 */
import type { Exchange } from '../../journal/exchange.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, isRename, type Call } from '../../trace/call.js';
import type { Job, Trace } from '../../trace/model.js';
import { quoted } from '../../base/text/shell.js';
import { curlOf } from '../../trace/curl.js';

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

const idIn = (view: unknown): unknown => fieldOf(fieldOf(view, 'presentation'), 'id');

/** The view that shows the presentation of a job, and the last rename of it before the call. */
function renameAfterEnd({ views }: Job, call: Call, trace: Trace): readonly Call[] {
  const end = views.find(
    ({ call: poll, value, status }) =>
      status === 'completed' && readsId(poll.exchange.response?.body?.text, idIn(value)),
  );
  const id = idIn(end?.value);
  if (!end || typeof id !== 'string') return [];
  const renames = trace
    .about('updatePresentation', id)
    .filter((patch) => patch.ok && isRename(patch) && isBefore(end.call, patch) && isBefore(patch, call));
  const [last] = renames.slice(-1);
  return last ? [end.call, last] : [];
}

const JOB = 'GENERATION_ID';
const PRESENTATION = 'PRESENTATION_ID';

/** Prints the first value of a field of a response. Every POSIX system has tr, sed and head. */
const reading = (field: string): string =>
  `tr ',{' '\\n\\n' | sed -n 's/^[[:space:]]*"${field}" *: *"\\([^"]*\\)".*/\\1/p' | head -n 1`;

/** Whether the commands find this id as the first one of a response, and can write it in an address as it is. */
function readsId(text: string | undefined, id: unknown): boolean {
  const [, first = ''] = /(?:^|[,{\n])\s*"id" *: *"([^"]*)"/.exec(text ?? '') ?? [];
  return first === id && /^[\w.~-]+$/.test(first);
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
  const [first] = earlier;
  if (!first) return [];
  const all = [...earlier, last];
  const isOfJob = isStart(first);
  const isOfCreation = isCreation(first);
  if (isOfCreation && !all.slice(1).every((exchange) => isCreation(exchange) || isAbout(exchange, first)))
    return [];
  const commands = all.flatMap((exchange, index) => {
    const shown =
      isOfJob || isOfCreation
        ? withOwnIds(exchange, all[index + 1], curlOptions)
        : curlOf(exchange.request, curlOptions);
    // A poll in the story shows the state that the job was waited for. A job that breaks a promise may stay in another one.
    const isWaiting = isOfJob && all.slice(0, index).every(({ request }) => request.method !== 'GET');
    const wait = isWaiting ? waitFor(exchange, first, curlOptions) : undefined;
    return wait === undefined ? [shown] : [wait, shown];
  });
  const known = commands.filter((command) => command !== undefined);
  return known.length === commands.length ? known : [];
}

/** Whether a story begins with the start of a job. Its commands then use the ids of the job that they start. */
export const isStart = (exchange: Exchange | undefined): boolean =>
  /\/presentations\/generate$/.test(pathOf(exchange));

/** Whether the request creates a presentation. The commands after it use the id that they get. */
const isCreation = (exchange: Exchange | undefined): boolean =>
  exchange?.request.method === 'POST' && /\/presentations$/.test(pathOf(exchange));

/** Whether a request is about the presentation that the commands created. */
const isAbout = (exchange: Exchange, { response }: Exchange): boolean =>
  readsId(response?.body?.text, pathOf(exchange).split('/').at(-1));

const pathOf = (exchange: Exchange | undefined): string => exchange?.request.url.replace(/[?#].*$/, '') ?? '';

/**
 * A loop that waits until the job of the commands asks or ends, and prints each view. The states before are among them.
 * @returns `undefined` for the start itself
 */
function waitFor(exchange: Exchange, start: Exchange, curlOptions: readonly string[]): string | undefined {
  if (isStart(exchange)) return undefined;
  const url = pathOf(exchange).replace(/\/message$/, '/status');
  const request = { method: 'GET', url, headers: start.request.headers };
  const view = curlOf(request, curlOptions, { isSilent: true, address: withVariables(url) });
  return (
    view &&
    `until VIEW=$(${view}); printf '%s\\n' "$VIEW"; case $VIEW in *'"generating"'*) false;; esac; do sleep 2; done`
  );
}

/** The command for a request of the story. It reads the id that the next one needs. */
function withOwnIds(
  exchange: Exchange,
  next: Exchange | undefined,
  curlOptions: readonly string[],
): string | undefined {
  const { request } = exchange;
  const needed = next && variableIn(next.request.url);
  const isRead = needed === JOB ? isStart(exchange) : needed !== undefined && !isOfPresentation(exchange);
  const address = withVariables(request.url);
  const command = curlOf(request, curlOptions, { isSilent: isRead, address });
  return command !== undefined && isRead
    ? `${needed}=$(${command} | ${reading(needed === JOB ? 'generation_id' : 'id')})`
    : command;
}

const isOfPresentation = ({ request }: Exchange): boolean => variableIn(request.url) === PRESENTATION;

/** The parts of an address before and after the id of a job, or of a presentation. */
const PARTS = {
  [JOB]: /^(https?:\/\/[\w.:[\]-]+\/[\w./%-]*\/presentations\/generate\/)[^/]+(\/\w+)$/,
  [PRESENTATION]: /^(https?:\/\/[\w.:[\]-]+\/[\w./%-]*\/presentations\/)(?!generate$)[^/]+()$/,
} as const;

const variableIn = (url: string): keyof typeof PARTS | undefined =>
  ([JOB, PRESENTATION] as const).find((variable) => PARTS[variable].test(url));

/** The address with a variable in place of its id. */
function withVariables(url: string): string | undefined {
  const variable = variableIn(url);
  const parts = variable && PARTS[variable].exec(url);
  return parts ? quoted(parts[1] ?? '', { expand: `$${variable}` }, parts[2] ?? '') : undefined;
}
