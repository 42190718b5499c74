/**
 * Converts a recorded job to an editable scenario.: its states, their times and texts, and how it ended. It is a story, not a
 * copy: `omitted` names what else the recording shows.
 */
import { getField, isObject } from '../base/json.js';
import { groupBy } from '../base/group-by.js';
import { pluralize } from '../base/text/pluralize.js';
import { UserError } from '../base/user-error.js';
import type { Scenario, Step } from '../generated/control-api.js';
import { compileScenarioObject, formatIssue } from '../scenario/compile-object.js';
import { formatDuration } from '../scenario/duration.js';
import type { Call } from '../judge/model/call.js';
import { isTerminal } from '../judge/model/call.js';
import type { JobHistory, PollResult } from '../judge/model/trace.js';

export interface ScenarioFromJob {
  readonly scenario: Scenario;
  /** Such as `2 failed requests (503 to getGenerationStatus 3, 4)`, numbered as `requests` of a fault is. */
  readonly omitted: readonly string[];
}

/** Consecutive views that show the same, apart from numbers. Times are milliseconds since the start of the job. */
interface Phase {
  /** The last view. */
  view: PollResult;
  /** The step, the question or the error. */
  text: string;
  /** The first and the last poll that shows it. */
  readonly first: number;
  last: number;
}

/** A response that takes longer than this is slow. In milliseconds. */
const SLOW_RESPONSE_MS = 1000;
/** The most requests of one kind that are named. */
const MAX_LISTED = 20;
/** The fields of views that become steps, and those of presentations that the mock server makes. */
const VIEW_FIELDS = ['generation_id', 'status', 'progress', 'message', 'error', 'presentation'];
const GENERATED_FIELDS = ['id', 'workspace_id', 'url', 'created_at', 'updated_at', 'title'];

/** @throws UserError when no scenario can express the job */
export function scenarioFromJob(job: JobHistory): ScenarioFromJob {
  const readable = job.views.filter((view) => statusText(view) !== undefined);
  const end = readable.find(({ status }) => isTerminal(status));
  const views = end ? readable.slice(0, readable.indexOf(end) + 1) : readable;
  const steps = buildSteps(job, groupPhases(views, startTimeOf(job)));
  const ending = end ? (end.status === 'failed' ? 'fails' : 'completes') : 'does not end';
  const scenario: Scenario = { title: `A job that ${ending}`, steps };
  const checked = compileScenarioObject('story', scenario);
  if ('timeline' in checked) return { scenario, omitted: listOmitted(job, readable, views) };
  throw new UserError('invalid-har', `The job ${job.id} does not fit into a scenario.`, {
    hint: `${checked.issues.map(formatIssue)[0] ?? ''}. Play the recording itself: deckhand serve --replay FILE.`,
  });
}

/** The start of a job, or else its first poll, in milliseconds since 1970. */
export function startTimeOf({ start, polls }: JobHistory): number {
  return Math.floor((start ?? polls[0])?.exchange.startedAt ?? 0);
}

/** Undefined for a view that no step can show. */
function statusText({ status, value }: PollResult): string | undefined {
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
  const plain = text.replaceAll('{', '(').replaceAll('}', ')');
  if (!slides) return plain;
  const next = Math.min(slides.done + 1, slides.total);
  return plain.replace(wholeNumber(next), '{slide}').replace(wholeNumber(slides.total), '{slides_total}');
}

const wholeNumber = (number: number): RegExp => new RegExp(String.raw`\b${number}\b`);

function parseSlides(progress: unknown): { readonly done: number; readonly total: number } | undefined {
  const [done, total] = ['slides_completed', 'slides_total'].map((name) => getField(progress, name));
  if (typeof done !== 'number' || typeof total !== 'number') return undefined;
  const isCount = Number.isInteger(done) && Number.isInteger(total) && done >= 0 && done <= total;
  return isCount ? { done, total } : undefined;
}

function groupPhases(views: readonly PollResult[], startedAt: number): readonly Phase[] {
  const phases: Phase[] = [];
  for (const view of views) {
    const at = Math.max(0, Math.floor(view.call.exchange.startedAt) - startedAt);
    const text = statusText(view) ?? '';
    const phase = phases.at(-1);
    const isSame =
      phase?.view.status === view.status && withoutNumbers(phase?.text ?? '') === withoutNumbers(text);
    if (phase && isSame) Object.assign(phase, { view, text, last: at });
    else phases.push({ view, text, first: at, last: at });
  }
  return phases;
}

const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '#');

/** Nobody saw a change between two polls: the roundest time near their middle. */
function roundedMidpoint(before: number, after: number): number {
  const grain = [1000, 500, 100, 10].find((one) => after - before >= 2 * one) ?? 1;
  return Math.round((before + after) / 2 / grain) * grain;
}

function buildSteps(job: JobHistory, phases: readonly Phase[]): Step[] {
  const steps: Step[] = [];
  let at = 0;
  let done = 0;
  /** Lets the next step last until a time. */
  const until = (time: number): string => {
    const length = Math.max(1, time - at);
    at += length;
    return formatDuration(length);
  };
  let begin = roundedMidpoint(0, phases[0]?.first ?? 0);
  for (const [index, { view, text, first, last }] of phases.entries()) {
    const next = phases[index + 1];
    const reply = view.status === 'awaiting_input' ? findReplyTime(job, first, next?.first) : undefined;
    const end = next ? roundedMidpoint(Math.max(last, reply ?? 0), next.first) : last;
    // A job generates first, and again after a reply (3).
    if (view.status !== 'generating' && begin > at) steps.push({ generate: { for: until(begin) } });
    if (view.status === 'generating') {
      const slides = parseSlides(view.value['progress']);
      const growth = slides && { slides: `${Math.min(done, slides.done)}..${slides.done}`, of: slides.total };
      done = slides?.done ?? done;
      steps.push({ generate: { for: until(end), ...growth, ...(text !== '' && { current_step: text }) } });
    } else if (view.status === 'completed') steps.push({ complete: buildCompleteStep(view) });
    else if (view.status === 'failed') steps.push({ fail: { error: text } });
    else if (reply === undefined && next)
      steps.push({ ask: { message: text, timeout: until(end), on_timeout: 'continue' } });
    else {
      steps.push({ ask: { message: text } });
      at = Math.max(at, reply ?? at);
    }
    begin = end;
  }
  return isTerminal(phases.at(-1)?.view.status) ? steps : [...steps, { stall: null }];
}

/** When a question got its reply, in milliseconds since the start of the job. */
function findReplyTime(job: JobHistory, from: number, to = Infinity): number | undefined {
  return job.messages
    .filter(({ isSuccess }) => isSuccess)
    .map(({ exchange }) => Math.floor(exchange.startedAt) - startTimeOf(job))
    .find((at) => at >= from && at <= to);
}

function buildCompleteStep({ value }: PollResult): NonNullable<Step['complete']> {
  const deck = isObject(value['presentation']) ? value['presentation'] : {};
  const { title } = deck;
  const others = Object.entries(deck).filter(([name]) => !GENERATED_FIELDS.includes(name));
  return { ...(typeof title === 'string' && { title }), presentation: Object.fromEntries(others) };
}

/** @param readable all views that a step can show @param included those until the end of the job */
function listOmitted(
  job: JobHistory,
  readable: readonly PollResult[],
  included: readonly PollResult[],
): readonly string[] {
  const requests = [job.start ? [job.start] : [], job.polls, job.messages].flatMap((calls) =>
    calls.map((call, index) => ({ call, number: index + 1 })),
  );
  const named = (what: string, matches: (call: Call) => boolean): string[] => {
    const found = requests.filter(({ call }) => matches(call));
    if (found.length === 0) return [];
    const first = found.slice(0, MAX_LISTED);
    const places = [...groupBy(first, ({ call }) => `${describeOutcome(call)} to ${call.operation}`)].map(
      ([where, some]) => `${where} ${some.map(({ number }) => number).join(', ')}`,
    );
    const more = found.length > first.length ? ', …' : '';
    return [`${pluralize(found.length, what)} (${places.join(', ')}${more})`];
  };
  const counts = [
    [job.polls.filter(({ isSuccess }) => isSuccess).length - readable.length, 'unreadable status view'],
    [readable.length - included.length, 'status view after the end'],
  ] as const;
  const fields = new Set(included.flatMap(({ value }) => Object.keys(value)));
  return [
    ...named(
      'failed request',
      ({ isSuccess, isClientError, status }) => !isSuccess && !isClientError && status !== 429,
    ),
    ...named('rate-limited request', ({ status }) => status === 429),
    ...named('refused request', ({ isClientError }) => isClientError),
    ...named(
      'slow response',
      ({ isSuccess, exchange }) => isSuccess && exchange.endedAt - exchange.startedAt > SLOW_RESPONSE_MS,
    ),
    ...counts.flatMap(([count, what]) => (count > 0 ? [pluralize(count, what)] : [])),
    ...[...fields].filter((name) => !VIEW_FIELDS.includes(name)).map((name) => `the field ${name}`),
  ];
}

/** The status or the failure, or how long a response took. */
function describeOutcome({ isSuccess, exchange: { failure, response, startedAt, endedAt } }: Call): string {
  if (isSuccess) return formatDuration(endedAt - startedAt);
  return failure ?? String(response?.status ?? 'no response');
}
