/**
 * The commands that show a finding again, in order. A finding about a changed title needs the PATCH before the fetch, and one
 * about a job needs its start: the job of the run has ended. The commands start jobs of their own, and wait for their states.
 */
import { getField, isObject } from '../../base/json.js';
import { shellQuote } from '../../base/text/shell-quote.js';
import type { WireRequest } from '../../journal/exchange.js';
import { endedBefore, isRename, type Call } from '../model/call.js';
import { curlOf } from './curl.js';
import { getJson } from '../model/body.js';
import type { JobHistory, Trace } from '../model/trace.js';

/** The exchanges of a finding, as calls. */
export interface CitedCalls {
  readonly call: Call;
  readonly trace: Trace;
  /** The request whose effect the call shows. */
  readonly about: Call | undefined;
  /** An earlier request that shows the expected value. */
  readonly compared: Call | undefined;
}

/** The number of earlier requests that are repeated. */
const MAX_EARLIER = 3;

/** @returns one command a line; empty if one `curl` line is enough, or if a request cannot be repeated */
export function createReproduction(
  shown: CitedCalls,
  curlOptions: readonly string[] = [],
): readonly string[] {
  const steps = stepsOf(shown);
  return steps.length === 1 ? [] : new ReproductionScript(steps, shown, curlOptions).commands();
}

/** The call, and the requests that it depends on, oldest first. Each job in them has its own start. */
function stepsOf({ call, trace, about, compared }: CitedCalls): readonly Call[] {
  const needed = [...earlierCalls(call, trace, about), ...(about ? [about] : []), call];
  const others = needed.some(isStart)
    ? [about, compared].flatMap((other) => (other && other.id !== call.id ? earlierCalls(other, trace) : []))
    : [];
  return [...new Set([...needed, ...others, ...(compared ? [compared] : [])])].sort(
    (one, two) => one.exchange.startedAt - two.exchange.startedAt,
  );
}

function earlierCalls(call: Call, trace: Trace, about?: Call): readonly Call[] {
  const { operation, id } = call;
  if (operation === 'getPresentation' || operation === 'updatePresentation') {
    const changes = trace.callsFor('updatePresentation', id).filter((change) => endedBefore(change, call));
    const successful = changes.filter(({ isSuccess }) => isSuccess);
    return about ? [] : (successful.length > 0 ? successful : changes).slice(-MAX_EARLIER);
  }
  const job =
    operation === 'getGenerationStatus' || operation === 'sendGenerationMessage'
      ? trace.getJob(id)
      : undefined;
  if (!job?.start) return [];
  return [job.start, ...repliesBefore(job, call), ...renameAfterEnd(job, call, trace)];
}

/** A job that did not ask a question goes on without its messages. */
function repliesBefore({ messages, views }: JobHistory, call: Call): readonly Call[] {
  const isAsked = (reply: Call): boolean =>
    views.filter((view) => endedBefore(view.call, reply)).at(-1)?.status === 'awaiting_input';
  return messages
    .filter((reply) => reply.isSuccess && endedBefore(reply, call) && isAsked(reply))
    .slice(0, MAX_EARLIER - 1);
}

const idIn = (view: unknown): unknown => getField(getField(view, 'presentation'), 'id');

/** The view that shows the presentation of a job, and the last rename of it before the call. */
function renameAfterEnd({ views }: JobHistory, call: Call, trace: Trace): readonly Call[] {
  const end = views.find(
    ({ call: poll, value, status }) => status === 'completed' && hasExtractableId(poll, idIn(value)),
  );
  const id = idIn(end?.value);
  if (!end || typeof id !== 'string') return [];
  const renames = trace
    .callsFor('updatePresentation', id)
    .filter(
      (patch) =>
        patch.isSuccess && isRename(patch) && endedBefore(end.call, patch) && endedBefore(patch, call),
    );
  const [last] = renames.slice(-1);
  return last ? [end.call, last] : [];
}

const isStart = ({ operation }: Call): boolean => operation === 'startGeneration';
const isCreation = ({ operation }: Call): boolean => operation === 'createPresentation';
const isOfJob = ({ operation }: Call): boolean =>
  operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';

/** Prints the first value of a field of a response. Every POSIX system has tr, sed and head. */
const reading = (field: string): string =>
  `tr ',{' '\\n\\n' | sed -n 's/^[[:space:]]*"${field}" *: *"\\([^"]*\\)".*/\\1/p' | head -n 1`;

/** Whether the commands find this id as the first one of a response, and can write it in an address as it is. */
function hasExtractableId({ exchange }: Call, id: unknown): boolean {
  const [, first = ''] = /(?:^|[,{\n])\s*"id" *: *"([^"]*)"/.exec(exchange.response?.body?.text ?? '') ?? [];
  return first === id && /^[\w.~-]+$/.test(first);
}

/** Ms between two requests that say something about a service, and the most that the commands wait. */
const [SHORT, LONG] = [500, 60_000] as const;

/** A prompt that is longer is shortened, unless the finding is about the start. */
const MAX_PROMPT = 200;

class ReproductionScript {
  readonly #steps: readonly Call[];
  readonly #shown: CitedCalls;
  readonly #curlOptions: readonly string[];
  /** The variables of the shell by the id of the job or presentation that they stand for. */
  readonly #variables = new Map<string, string>();

  constructor(steps: readonly Call[], shown: CitedCalls, curlOptions: readonly string[]) {
    this.#steps = steps;
    this.#shown = shown;
    this.#curlOptions = curlOptions;
  }

  commands(): readonly string[] {
    const [first] = this.#steps;
    const startsJobs = this.#steps.some(isStart);
    const isOwn = startsJobs || (first !== undefined && isCreation(first));
    const waited = new Set<string>();
    const all: (string | undefined)[] = [];
    for (const [index, step] of this.#steps.entries()) {
      const before = this.#steps[index - 1];
      const isWaiting = isOwn && isOfJob(step) && this.#variables.has(step.id) && !waited.has(step.id);
      if (isWaiting) all.push(this.#wait(step));
      else if (before && (isChange(before) || step === this.#shown.call)) all.push(...pauses(before, step));
      // A poll in the story shows the state that the job was waited for. A job that breaks a promise may stay in another one.
      if (step.operation === 'getGenerationStatus') waited.add(step.id);
      const command = this.#command(step, isOwn ? this.#steps.slice(index + 1) : []);
      if (before && areParallelStarts(before, step) && command !== undefined)
        all.push(inParallel(all.pop() ?? '', command));
      else all.push(command);
    }
    // Without the id of what was created, the commands would be about something else.
    const isWhole = startsJobs || !isOwn || this.#steps.every((step) => this.#isKnown(step));
    const known = all.filter((command) => command !== undefined);
    return isWhole && known.length === all.length ? known : [];
  }

  #isKnown(step: Call): boolean {
    return isCreation(step) || this.#variables.has(step.id);
  }

  /** A loop that waits until the job of the commands asks or ends, and prints each view. The states before are among them. */
  #wait({ exchange, id }: Call): string | undefined {
    const job = this.#shown.trace.getJob(id);
    const headers = (job?.start?.exchange.request.headers ?? exchange.request.headers).filter(
      ([name]) => name.toLowerCase() !== 'content-type',
    );
    const url = withoutQuery(exchange.request.url).replace(/\/message$/, '/status');
    const view = curlOf({ method: 'GET', url, headers }, this.#curlOptions, {
      isSilent: true,
      address: this.#address(url, id),
    });
    return (
      view &&
      `until VIEW=$(${view}); printf '%s\\n' "$VIEW"; case $VIEW in *'"generating"'*) false;; esac; do sleep ${intervalOf(job)}; done`
    );
  }

  /** The command for a request. It reads the id that a later one needs. */
  #command(step: Call, later: readonly Call[]): string | undefined {
    const { id } = step;
    const request = this.#isAboutItsStart(step) ? step.exchange.request : shortened(step);
    const address = this.#address(request.url, id);
    const read = later.find((next) => !this.#variables.has(next.id) && returnsId(step, next.id));
    const command = curlOf(request, this.#curlOptions, { isSilent: read !== undefined, address });
    if (!read || command === undefined) return command;
    const name = isStart(step) ? 'GENERATION_ID' : 'PRESENTATION_ID';
    const count = [...this.#variables.values()].filter((known) => known.startsWith(name)).length;
    const variable = count === 0 ? name : `${name}_${count + 1}`;
    this.#variables.set(read.id, variable);
    return `${variable}=$(${command} | ${reading(isStart(step) ? 'generation_id' : 'id')})`;
  }

  #isAboutItsStart(step: Call): boolean {
    const { call, about, compared } = this.#shown;
    return [call, about, compared].includes(step);
  }

  /** The address with a variable in place of its id. */
  #address(url: string, id: string): string | undefined {
    const variable = this.#variables.get(id);
    const [, before, after] =
      /^(https?:\/\/[\w.:[\]-]+\/[\w./%-]*\/presentations\/(?:generate\/)?)[^/]+(\/\w+)?$/.exec(
        withoutQuery(url),
      ) ?? [];
    return variable === undefined || before === undefined
      ? undefined
      : shellQuote(before, { expand: `$${variable}` }, after ?? '');
  }
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/, '');

/** Whether the response to a step gives the id of a later one. */
function returnsId(step: Call, id: string): boolean {
  if (id === '' || step.id === id) return false;
  if (isStart(step))
    return getField(getJson(step.responseBody), 'generation_id') === id && /^[\w.~-]+$/.test(id);
  return hasExtractableId(step, id);
}

const areParallelStarts = (one: Call, two: Call): boolean =>
  isStart(one) && isStart(two) && two.exchange.startedAt < one.exchange.endedAt;

/** The first command runs in a shell of its own, so a variable that it sets is read from its output afterwards. */
function inParallel(first: string, second: string): string {
  const [, variable, request, read] = /^(\w+)=\$\((.*) \| (tr .*)\)$/s.exec(first) ?? [];
  if (variable === undefined) return `${first} & ${second}; wait`;
  return `FIRST=$(mktemp); ${request} >"$FIRST" & ${second}; wait; ${variable}=$(cat "$FIRST" | ${read})`;
}

const isChange = (call: Call): boolean => call.exchange.request.method !== 'GET' && !isStart(call);

/** The time that passed between two requests of the run, if it can matter. */
function pauses(before: Call, step: Call): readonly string[] {
  const gap = step.exchange.startedAt - before.exchange.endedAt;
  return gap < SHORT || gap > LONG ? [] : [`sleep ${Math.ceil(gap / 1000)}`];
}

/** The seconds between two polls of the job in the run. */
function intervalOf(job: JobHistory | undefined): number {
  const starts = (job?.polls ?? []).map(({ exchange }) => exchange.startedAt);
  const gaps = starts.slice(1).map((at, index) => at - (starts[index] ?? at));
  const gap = Math.min(...gaps.filter((ms) => ms >= 100), LONG);
  return gap === LONG ? 2 : Math.round(gap / 100) / 10;
}

function shortened({ exchange: { request }, requestBody }: Call): WireRequest {
  const body = getJson(requestBody);
  const prompt = getField(body, 'prompt');
  if (!request.body || !isObject(body) || typeof prompt !== 'string' || prompt.length <= MAX_PROMPT)
    return request;
  const text = JSON.stringify({ ...body, prompt: prompt.slice(0, MAX_PROMPT).trim() });
  return { ...request, body: { ...request.body, text } };
}
