/** Shell commands that reproduce a finding with new jobs and presentations, because those of the run have changed or ended. */
import { getField, isObject } from '../../base/json.js';
import { shellQuote } from '../../base/text/shell-quote.js';
import type { WireRequest } from '../../journal/exchange.js';
import { endedBefore, isRename, type Call } from '../model/call.js';
import { toCurl } from './curl.js';
import { getJson } from '../model/body.js';
import type { JobHistory } from '../model/job-history.js';
import type { Trace } from '../model/trace.js';

/** The number of earlier requests that are repeated. */
const MAX_EARLIER_CALLS = 3;

/** Shorter pauses between two requests do not matter. */
const MIN_PAUSE_MS = 500;
/** Longer pauses are not repeated. */
const MAX_PAUSE_MS = 60_000;

const DEFAULT_POLL_INTERVAL_SECONDS = 2;

/** A longer prompt is truncated, unless the finding is about the start. */
const MAX_PROMPT_LENGTH = 200;

/** The exchanges of a finding, as calls. */
export interface CitedCalls {
  readonly call: Call;
  readonly trace: Trace;
  /** The request whose effect the call shows. */
  readonly effectOf: Call | undefined;
  /** An earlier request with the expected value. */
  readonly comparedWith: Call | undefined;
}

/** @returns one command a line; empty if one `curl` line is enough, or if a request cannot be repeated */
export function createReproduction(
  cited: CitedCalls,
  curlOptions: readonly string[] = [],
): readonly string[] {
  const steps = collectSteps(cited);
  return steps.length === 1 ? [] : new ReproductionScript(steps, cited, curlOptions).commands();
}

/** The call and the requests that it depends on, oldest first, with the start of each job. */
function collectSteps({ call, trace, effectOf, comparedWith }: CitedCalls): readonly Call[] {
  const needed = [...findEarlierCalls(call, trace, effectOf), ...(effectOf ? [effectOf] : []), call];
  const others = needed.some(isStart)
    ? [effectOf, comparedWith].flatMap((other) =>
        other && other.id !== call.id ? findEarlierCalls(other, trace) : [],
      )
    : [];
  return [...new Set([...needed, ...others, ...(comparedWith ? [comparedWith] : [])])].sort(
    (one, two) => one.exchange.startedAt - two.exchange.startedAt,
  );
}

function findEarlierCalls(call: Call, trace: Trace, effectOf?: Call): readonly Call[] {
  const { operation, id } = call;
  if (operation === 'getPresentation' || operation === 'updatePresentation') {
    const changes = trace.callsFor('updatePresentation', id).filter((change) => endedBefore(change, call));
    const successful = changes.filter(({ isSuccess }) => isSuccess);
    return effectOf ? [] : (successful.length > 0 ? successful : changes).slice(-MAX_EARLIER_CALLS);
  }
  const job =
    operation === 'getGenerationStatus' || operation === 'sendGenerationMessage'
      ? trace.getJob(id)
      : undefined;
  if (!job?.start) return [];
  return [job.start, ...findEarlierReplies(job, call), ...findEarlierRename(job, call, trace)];
}

/** Without messages that were sent when no question was open: the job continues without them. */
function findEarlierReplies({ messages, views }: JobHistory, call: Call): readonly Call[] {
  const isAsked = (reply: Call): boolean =>
    views.filter((view) => endedBefore(view.call, reply)).at(-1)?.status === 'awaiting_input';
  return messages
    .filter((reply) => reply.isSuccess && endedBefore(reply, call) && isAsked(reply))
    .slice(0, MAX_EARLIER_CALLS - 1);
}

const getPresentationId = (view: unknown): unknown => getField(getField(view, 'presentation'), 'id');

/** The poll that returns the presentation of a job, and the last rename of it before the call. */
function findEarlierRename({ views }: JobHistory, call: Call, trace: Trace): readonly Call[] {
  const end = views.find(
    ({ call: poll, value, status }) =>
      status === 'completed' && hasExtractableId(poll, getPresentationId(value)),
  );
  const id = getPresentationId(end?.value);
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

/** A pipe that prints the first value of a field of a response. Every POSIX system has tr, sed and head. */
const formatFieldFilter = (field: string): string =>
  `tr ',{' '\\n\\n' | sed -n 's/^[[:space:]]*"${field}" *: *"\\([^"]*\\)".*/\\1/p' | head -n 1`;

/** Whether the filter finds this id as the first one of the response, and a URL can contain it unescaped. */
function hasExtractableId({ exchange }: Call, id: unknown): boolean {
  const [, first = ''] = /(?:^|[,{\n])\s*"id" *: *"([^"]*)"/.exec(exchange.response?.body?.text ?? '') ?? [];
  return first === id && /^[\w.~-]+$/.test(first);
}

class ReproductionScript {
  readonly #steps: readonly Call[];
  readonly #cited: CitedCalls;
  readonly #curlOptions: readonly string[];
  /** The shell variables by the id of the job or presentation in them. */
  readonly #variables = new Map<string, string>();

  constructor(steps: readonly Call[], cited: CitedCalls, curlOptions: readonly string[]) {
    this.#steps = steps;
    this.#cited = cited;
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
      else if (before && (isChange(before) || step === this.#cited.call))
        all.push(...formatPause(before, step));
      // A poll among the steps needs no further wait: a job that violates the spec may never reach the expected status.
      if (step.operation === 'getGenerationStatus') waited.add(step.id);
      const command = this.#command(step, isOwn ? this.#steps.slice(index + 1) : []);
      if (before && areParallelStarts(before, step) && command !== undefined)
        all.push(runInParallel(all.pop() ?? '', command));
      else all.push(command);
    }
    // Without the new id, the commands would use the presentation of the run.
    const isComplete = startsJobs || !isOwn || this.#steps.every((step) => this.#isKnown(step));
    const known = all.filter((command) => command !== undefined);
    return isComplete && known.length === all.length ? known : [];
  }

  #isKnown(step: Call): boolean {
    return isCreation(step) || this.#variables.has(step.id);
  }

  /** A loop that polls the new job until it asks a question or ends, and prints each response. */
  #wait({ exchange, id }: Call): string | undefined {
    const job = this.#cited.trace.getJob(id);
    const headers = (job?.start?.exchange.request.headers ?? exchange.request.headers).filter(
      ([name]) => name.toLowerCase() !== 'content-type',
    );
    const url = withoutQuery(exchange.request.url).replace(/\/message$/, '/status');
    const view = toCurl({ method: 'GET', url, headers }, this.#curlOptions, {
      isSilent: true,
      urlWord: this.#urlWord(url, id),
    });
    return (
      view &&
      `until VIEW=$(${view}); printf '%s\\n' "$VIEW"; case $VIEW in *'"generating"'*) false;; esac; do sleep ${getPollInterval(job)}; done`
    );
  }

  /** The command for a request. It stores an id that a later one needs in a variable. */
  #command(step: Call, later: readonly Call[]): string | undefined {
    const { id } = step;
    const request = this.#isCited(step) ? step.exchange.request : truncatePrompt(step);
    const urlWord = this.#urlWord(request.url, id);
    const read = later.find((next) => !this.#variables.has(next.id) && returnsId(step, next.id));
    const command = toCurl(request, this.#curlOptions, { isSilent: read !== undefined, urlWord });
    if (!read || command === undefined) return command;
    const name = isStart(step) ? 'GENERATION_ID' : 'PRESENTATION_ID';
    const count = [...this.#variables.values()].filter((known) => known.startsWith(name)).length;
    const variable = count === 0 ? name : `${name}_${count + 1}`;
    this.#variables.set(read.id, variable);
    return `${variable}=$(${command} | ${formatFieldFilter(isStart(step) ? 'generation_id' : 'id')})`;
  }

  #isCited(step: Call): boolean {
    const { call, effectOf, comparedWith } = this.#cited;
    return [call, effectOf, comparedWith].includes(step);
  }

  /** The URL with a variable instead of its id. */
  #urlWord(url: string, id: string): string | undefined {
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

/** Whether the response to a step returns the id of a later one. */
function returnsId(step: Call, id: string): boolean {
  if (id === '' || step.id === id) return false;
  if (isStart(step))
    return getField(getJson(step.responseBody), 'generation_id') === id && /^[\w.~-]+$/.test(id);
  return hasExtractableId(step, id);
}

const areParallelStarts = (one: Call, two: Call): boolean =>
  isStart(one) && isStart(two) && two.exchange.startedAt < one.exchange.endedAt;

/** The first command runs in a subshell, so its variable is read from its output afterwards. */
function runInParallel(first: string, second: string): string {
  const [, variable, request, read] = /^(\w+)=\$\((.*) \| (tr .*)\)$/s.exec(first) ?? [];
  if (variable === undefined) return `${first} & ${second}; wait`;
  return `FIRST=$(mktemp); ${request} >"$FIRST" & ${second}; wait; ${variable}=$(cat "$FIRST" | ${read})`;
}

const isChange = (call: Call): boolean => call.exchange.request.method !== 'GET' && !isStart(call);

/** The pause between two requests of the run, if it can matter. */
function formatPause(before: Call, step: Call): readonly string[] {
  const pause = step.exchange.startedAt - before.exchange.endedAt;
  return pause < MIN_PAUSE_MS || pause > MAX_PAUSE_MS ? [] : [`sleep ${Math.ceil(pause / 1000)}`];
}

/** The shortest interval between two polls of the job in the run, in seconds. */
function getPollInterval(job: JobHistory | undefined): number {
  const starts = (job?.polls ?? []).map(({ exchange }) => exchange.startedAt);
  const intervals = starts.slice(1).map((at, index) => at - (starts[index] ?? at));
  const interval = Math.min(...intervals.filter((ms) => ms >= 100), MAX_PAUSE_MS);
  return interval === MAX_PAUSE_MS ? DEFAULT_POLL_INTERVAL_SECONDS : Math.round(interval / 100) / 10;
}

function truncatePrompt({ exchange: { request }, requestBody }: Call): WireRequest {
  const body = getJson(requestBody);
  const prompt = getField(body, 'prompt');
  if (!request.body || !isObject(body) || typeof prompt !== 'string' || prompt.length <= MAX_PROMPT_LENGTH)
    return request;
  const text = JSON.stringify({ ...body, prompt: prompt.slice(0, MAX_PROMPT_LENGTH).trim() });
  return { ...request, body: { ...request.body, text } };
}
