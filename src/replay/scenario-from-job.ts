/** Converts a recorded job to an editable scenario. `omitted` lists what the scenario does not reproduce. */
import { getField, isObject } from '../base/json.js';
import { groupBy } from '../base/group-by.js';
import { pluralize } from '../base/text/pluralize.js';
import { UserError } from '../base/user-error.js';
import type { Scenario, Step } from '../generated/control-api.js';
import { compileScenarioObject, formatIssue } from '../scenario/compile-object.js';
import { formatDuration } from '../scenario/duration.js';
import { type Call, isTerminal } from '../judge/model/call.js';
import type { JobHistory, PollResult } from '../judge/model/job-history.js';

export interface ScenarioFromJob {
  readonly scenario: Scenario;
  /** Such as `2 failed requests (503 to getGenerationStatus 3, 4)`, with the numbers that `requests` of a fault takes. */
  readonly omitted: readonly string[];
}

/** Consecutive polls with the same status and text, apart from numbers. Times are milliseconds since the start of the job. */
interface Phase {
  /** The last poll. */
  poll: PollResult;
  /** The step, the question or the error. */
  text: string;
  /** The times of the first and the last poll. */
  readonly first: number;
  last: number;
}

/** A response that takes longer is slow. */
const SLOW_RESPONSE_MS = 1000;
/** The maximum number of requests of one kind that are listed. */
const MAX_LISTED = 20;
/** The fields of status responses that become steps, and the fields of presentations that the mock server generates. */
const STATUS_FIELDS = ['generation_id', 'status', 'progress', 'message', 'error', 'presentation'];
const GENERATED_FIELDS = ['id', 'workspace_id', 'url', 'created_at', 'updated_at', 'title'];

/** @throws UserError when no scenario can express the job */
export function scenarioFromJob(job: JobHistory): ScenarioFromJob {
  const readable = job.views.filter((poll) => getStatusText(poll) !== undefined);
  const end = readable.find(({ status }) => isTerminal(status));
  const included = end ? readable.slice(0, readable.indexOf(end) + 1) : readable;
  const steps = buildSteps(job, groupPhases(included, getStartTime(job)));
  const ending = end ? (end.status === 'failed' ? 'fails' : 'completes') : 'does not end';
  const scenario: Scenario = { title: `A job that ${ending}`, steps };
  const compiled = compileScenarioObject('recording', scenario);
  if ('timeline' in compiled) return { scenario, omitted: listOmitted(job, readable, included) };
  throw new UserError('invalid-har', `The job ${job.id} cannot be expressed as a scenario.`, {
    hint: `${compiled.issues.map(formatIssue)[0] ?? ''}. Replay the recording instead: deckhand serve --replay FILE.`,
  });
}

/** The start of a job, or else its first poll, in milliseconds since 1970. */
export function getStartTime({ start, polls }: JobHistory): number {
  return Math.floor((start ?? polls[0])?.exchange.startedAt ?? 0);
}

/** The text of a poll; undefined if no step can return it. */
function getStatusText({ status, value }: PollResult): string | undefined {
  if (status === 'completed') return '';
  if (status === 'generating') return toStepText(value['progress']);
  const text = value[status === 'failed' ? 'error' : 'message'];
  return status !== undefined && typeof text === 'string' && text !== '' ? text : undefined;
}

/** `Writing slide 3 of 8` is `Writing slide {slide} of {slides_total}` while two slides are done. */
function toStepText(progress: unknown): string {
  const text = getField(progress, 'current_step');
  const slides = parseSlides(progress);
  if (typeof text !== 'string') return '';
  // In a scenario, braces are placeholders.
  const escaped = text.replaceAll('{', '(').replaceAll('}', ')');
  if (!slides) return escaped;
  const next = Math.min(slides.done + 1, slides.total);
  return escaped.replace(wholeNumber(next), '{slide}').replace(wholeNumber(slides.total), '{slides_total}');
}

const wholeNumber = (number: number): RegExp => new RegExp(String.raw`\b${number}\b`);

function parseSlides(progress: unknown): { readonly done: number; readonly total: number } | undefined {
  const [done, total] = ['slides_completed', 'slides_total'].map((name) => getField(progress, name));
  if (typeof done !== 'number' || typeof total !== 'number') return undefined;
  const isCount = Number.isInteger(done) && Number.isInteger(total) && done >= 0 && done <= total;
  return isCount ? { done, total } : undefined;
}

function groupPhases(polls: readonly PollResult[], startedAt: number): readonly Phase[] {
  const phases: Phase[] = [];
  for (const poll of polls) {
    const at = Math.max(0, Math.floor(poll.call.exchange.startedAt) - startedAt);
    const text = getStatusText(poll) ?? '';
    const phase = phases.at(-1);
    const isSame =
      phase?.poll.status === poll.status && withoutNumbers(phase?.text ?? '') === withoutNumbers(text);
    if (phase && isSame) Object.assign(phase, { poll, text, last: at });
    else phases.push({ poll, text, first: at, last: at });
  }
  return phases;
}

const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '#');

/** The time of a change between two polls is unknown, so this is a round time near their middle. */
function roundedMidpoint(before: number, after: number): number {
  const unit = [1000, 500, 100, 10].find((one) => after - before >= 2 * one) ?? 1;
  return Math.round((before + after) / 2 / unit) * unit;
}

function buildSteps(job: JobHistory, phases: readonly Phase[]): Step[] {
  const steps: Step[] = [];
  let at = 0;
  let done = 0;
  /** The duration of a step that ends at this time. */
  const until = (time: number): string => {
    const duration = Math.max(1, time - at);
    at += duration;
    return formatDuration(duration);
  };
  let startsAt = roundedMidpoint(0, phases[0]?.first ?? 0);
  for (const [index, { poll, text, first, last }] of phases.entries()) {
    const next = phases[index + 1];
    const reply = poll.status === 'awaiting_input' ? findReplyTime(job, first, next?.first) : undefined;
    const end = next ? roundedMidpoint(Math.max(last, reply ?? 0), next.first) : last;
    // A job generates first, and again after a reply (3).
    if (poll.status !== 'generating' && startsAt > at) steps.push({ generate: { for: until(startsAt) } });
    if (poll.status === 'generating') {
      const slides = parseSlides(poll.value['progress']);
      const range = slides && {
        slides: `${Math.min(done, slides.done)}..${slides.done}`,
        slides_total: slides.total,
      };
      done = slides?.done ?? done;
      steps.push({ generate: { for: until(end), ...range, ...(text !== '' && { current_step: text }) } });
    } else if (poll.status === 'completed') steps.push({ complete: buildCompleteStep(poll) });
    else if (poll.status === 'failed') steps.push({ fail: { error: text } });
    else if (reply === undefined && next)
      steps.push({ ask: { message: text, timeout: until(end), on_timeout: 'continue' } });
    else {
      steps.push({ ask: { message: text } });
      at = Math.max(at, reply ?? at);
    }
    startsAt = end;
  }
  return isTerminal(phases.at(-1)?.poll.status) ? steps : [...steps, { stall: null }];
}

/** When a question got its reply, in milliseconds since the start of the job. */
function findReplyTime(job: JobHistory, from: number, to = Infinity): number | undefined {
  return job.messages
    .filter(({ isSuccess }) => isSuccess)
    .map(({ exchange }) => Math.floor(exchange.startedAt) - getStartTime(job))
    .find((at) => at >= from && at <= to);
}

function buildCompleteStep({ value }: PollResult): NonNullable<Step['complete']> {
  const presentation = isObject(value['presentation']) ? value['presentation'] : {};
  const { title } = presentation;
  const others = Object.entries(presentation).filter(([name]) => !GENERATED_FIELDS.includes(name));
  return { ...(typeof title === 'string' && { title }), presentation: Object.fromEntries(others) };
}

/** @param readable all polls that a step can express @param included those until the end of the job */
function listOmitted(
  job: JobHistory,
  readable: readonly PollResult[],
  included: readonly PollResult[],
): readonly string[] {
  const requests = [job.start ? [job.start] : [], job.polls, job.messages].flatMap((calls) =>
    calls.map((call, index) => ({ call, number: index + 1 })),
  );
  const list = (what: string, isIncluded: (call: Call) => boolean): string[] => {
    const matches = requests.filter(({ call }) => isIncluded(call));
    if (matches.length === 0) return [];
    const first = matches.slice(0, MAX_LISTED);
    const groups = [...groupBy(first, ({ call }) => `${describeOutcome(call)} to ${call.operation}`)].map(
      ([outcome, calls]) => `${outcome} ${calls.map(({ number }) => number).join(', ')}`,
    );
    const more = matches.length > first.length ? ', …' : '';
    return [`${pluralize(matches.length, what)} (${groups.join(', ')}${more})`];
  };
  const counts = [
    [job.polls.filter(({ isSuccess }) => isSuccess).length - readable.length, 'unreadable status response'],
    [readable.length - included.length, 'status response after the end'],
  ] as const;
  const fields = new Set(included.flatMap(({ value }) => Object.keys(value)));
  return [
    ...list(
      'failed request',
      ({ isSuccess, isClientError, status }) => !isSuccess && !isClientError && status !== 429,
    ),
    ...list('rate-limited request', ({ status }) => status === 429),
    ...list('rejected request', ({ isClientError }) => isClientError),
    ...list(
      'slow response',
      ({ isSuccess, exchange }) => isSuccess && exchange.endedAt - exchange.startedAt > SLOW_RESPONSE_MS,
    ),
    ...counts.flatMap(([count, what]) => (count > 0 ? [pluralize(count, what)] : [])),
    ...[...fields].filter((name) => !STATUS_FIELDS.includes(name)).map((name) => `the field ${name}`),
  ];
}

/** The status, the failure, or the duration of a successful response. */
function describeOutcome({ isSuccess, exchange: { failure, response, startedAt, endedAt } }: Call): string {
  if (isSuccess) return formatDuration(endedAt - startedAt);
  return failure ?? String(response?.status ?? 'no response');
}
