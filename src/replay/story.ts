/**
 * Writes a recorded job as a scenario for people to edit: its states, their times and texts, and how it ended. It is a story, not a
 * copy: `leftOut` names what else the recording shows.
 */
import { fieldOf, isObject } from '../base/json.js';
import { groupBy } from '../base/group-by.js';
import { counted } from '../base/text/counted.js';
import { UserError } from '../base/user-error.js';
import type { Scenario, Step } from '../generated/control-api.js';
import { checkScenario, describe } from '../scenario/check.js';
import { formatDuration } from '../scenario/duration.js';
import type { Call } from '../contract/model/call.js';
import { isTerminal } from '../contract/model/call.js';
import type { Job, JobView } from '../contract/model/trace.js';

export interface Story {
  readonly scenario: Scenario;
  /** Such as `2 failed requests (503 to getGenerationStatus 3, 4)`, numbered as `requests` of a fault is. */
  readonly leftOut: readonly string[];
}

/** Consecutive views that show the same, apart from numbers. Times are milliseconds since the start of the job. */
interface Phase {
  /** The last view. */
  view: JobView;
  /** The step, the question or the error. */
  text: string;
  /** The first and the last poll that shows it. */
  readonly first: number;
  last: number;
}

/** A response that takes longer than this is slow. In milliseconds. */
const SLOW = 1000;
/** The most requests of one kind that are named. */
const MOST_NAMED = 20;
/** The fields of views that become steps, and those of presentations that the mock server makes. */
const VIEW_FIELDS = ['generation_id', 'status', 'progress', 'message', 'error', 'presentation'];
const MADE_FIELDS = ['id', 'workspace_id', 'url', 'created_at', 'updated_at', 'title'];

/** @throws UserError when no scenario can express the job */
export function storyOf(job: Job): Story {
  const readable = job.views.filter((view) => shownText(view) !== undefined);
  const end = readable.find(({ status }) => isTerminal(status));
  const views = end ? readable.slice(0, readable.indexOf(end) + 1) : readable;
  const steps = stepsOf(job, phasesOf(views, startOf(job)));
  const ending = end ? (end.status === 'failed' ? 'fails' : 'completes') : 'does not end';
  const scenario: Scenario = { title: `A job that ${ending}`, steps };
  const checked = checkScenario('story', scenario);
  if ('timeline' in checked) return { scenario, leftOut: leftOutOf(job, readable, views) };
  throw new UserError('bad-har', `The job ${job.id} does not fit into a scenario.`, {
    hint: `${checked.mistakes.map(describe)[0] ?? ''}. Play the recording itself: deckhand serve --replay FILE.`,
  });
}

/** The start of a job, or else its first poll, in milliseconds since 1970. */
export function startOf({ start, polls }: Job): number {
  return Math.floor((start ?? polls[0])?.exchange.startedAt ?? 0);
}

/** Undefined for a view that no step can show. */
function shownText({ status, value }: JobView): string | undefined {
  if (status === 'completed') return '';
  if (status === 'generating') return stepText(value['progress']);
  const text = value[status === 'failed' ? 'error' : 'message'];
  return status !== undefined && typeof text === 'string' && text !== '' ? text : undefined;
}

/** `Writing slide 3 of 8` is `Writing slide {slide} of {slides}` while two slides are done. */
function stepText(progress: unknown): string {
  const text = fieldOf(progress, 'current_step');
  const slides = slidesOf(progress);
  if (typeof text !== 'string') return '';
  // In a scenario, braces are placeholders.
  const plain = text.replaceAll('{', '(').replaceAll('}', ')');
  if (!slides) return plain;
  const next = Math.min(slides.done + 1, slides.total);
  return plain.replace(wholeNumber(next), '{slide}').replace(wholeNumber(slides.total), '{slides}');
}

const wholeNumber = (number: number): RegExp => new RegExp(String.raw`\b${number}\b`);

function slidesOf(progress: unknown): { readonly done: number; readonly total: number } | undefined {
  const [done, total] = ['slides_completed', 'slides_total'].map((name) => fieldOf(progress, name));
  if (typeof done !== 'number' || typeof total !== 'number') return undefined;
  const isCount = Number.isInteger(done) && Number.isInteger(total) && done >= 0 && done <= total;
  return isCount ? { done, total } : undefined;
}

function phasesOf(views: readonly JobView[], startedAt: number): readonly Phase[] {
  const phases: Phase[] = [];
  for (const view of views) {
    const at = Math.max(0, Math.floor(view.call.exchange.startedAt) - startedAt);
    const text = shownText(view) ?? '';
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
function between(before: number, after: number): number {
  const grain = [1000, 500, 100, 10].find((one) => after - before >= 2 * one) ?? 1;
  return Math.round((before + after) / 2 / grain) * grain;
}

function stepsOf(job: Job, phases: readonly Phase[]): Step[] {
  const steps: Step[] = [];
  let at = 0;
  let done = 0;
  /** Lets the next step last until a time. */
  const until = (time: number): string => {
    const length = Math.max(1, time - at);
    at += length;
    return formatDuration(length);
  };
  let begin = between(0, phases[0]?.first ?? 0);
  for (const [index, { view, text, first, last }] of phases.entries()) {
    const next = phases[index + 1];
    const reply = view.status === 'awaiting_input' ? replyAt(job, first, next?.first) : undefined;
    const end = next ? between(Math.max(last, reply ?? 0), next.first) : last;
    // A job generates first, and again after a reply (3).
    if (view.status !== 'generating' && begin > at) steps.push({ work: { for: until(begin) } });
    if (view.status === 'generating') {
      const slides = slidesOf(view.value['progress']);
      const growth = slides && { slides: `${Math.min(done, slides.done)}..${slides.done}`, of: slides.total };
      done = slides?.done ?? done;
      steps.push({ work: { for: until(end), ...growth, ...(text !== '' && { current_step: text }) } });
    } else if (view.status === 'completed') steps.push({ complete: deckOf(view) });
    else if (view.status === 'failed') steps.push({ fail: { error: text } });
    else if (reply === undefined && next)
      steps.push({ ask: { message: text, wait: until(end), otherwise: 'continue' } });
    else {
      steps.push({ ask: { message: text } });
      at = Math.max(at, reply ?? at);
    }
    begin = end;
  }
  return isTerminal(phases.at(-1)?.view.status) ? steps : [...steps, { stay: null }];
}

/** When a question got its reply, in milliseconds since the start of the job. */
function replyAt(job: Job, from: number, to = Infinity): number | undefined {
  return job.messages
    .filter(({ ok }) => ok)
    .map(({ exchange }) => Math.floor(exchange.startedAt) - startOf(job))
    .find((at) => at >= from && at <= to);
}

function deckOf({ value }: JobView): NonNullable<Step['complete']> {
  const deck = isObject(value['presentation']) ? value['presentation'] : {};
  const { title } = deck;
  const others = Object.entries(deck).filter(([name]) => !MADE_FIELDS.includes(name));
  return { ...(typeof title === 'string' && { title }), presentation: Object.fromEntries(others) };
}

/** @param readable all views that a step can show @param told those until the end of the job */
function leftOutOf(job: Job, readable: readonly JobView[], told: readonly JobView[]): readonly string[] {
  const requests = [job.start ? [job.start] : [], job.polls, job.messages].flatMap((calls) =>
    calls.map((call, index) => ({ call, number: index + 1 })),
  );
  const named = (what: string, matches: (call: Call) => boolean): string[] => {
    const found = requests.filter(({ call }) => matches(call));
    if (found.length === 0) return [];
    const first = found.slice(0, MOST_NAMED);
    const places = [...groupBy(first, ({ call }) => `${outcomeOf(call)} to ${call.operation}`)].map(
      ([where, some]) => `${where} ${some.map(({ number }) => number).join(', ')}`,
    );
    const more = found.length > first.length ? ', …' : '';
    return [`${counted(found.length, what)} (${places.join(', ')}${more})`];
  };
  const counts = [
    [job.polls.filter(({ ok }) => ok).length - readable.length, 'unreadable status view'],
    [readable.length - told.length, 'status view after the end'],
  ] as const;
  const fields = new Set(told.flatMap(({ value }) => Object.keys(value)));
  return [
    ...named('failed request', ({ ok, refused, status }) => !ok && !refused && status !== 429),
    ...named('rate-limited request', ({ status }) => status === 429),
    ...named('refused request', ({ refused }) => refused),
    ...named('slow response', ({ ok, exchange }) => ok && exchange.endedAt - exchange.startedAt > SLOW),
    ...counts.flatMap(([count, what]) => (count > 0 ? [counted(count, what)] : [])),
    ...[...fields].filter((name) => !VIEW_FIELDS.includes(name)).map((name) => `the field ${name}`),
  ];
}

/** The status or the failure, or how long a response took. */
function outcomeOf({ ok, exchange: { failure, response, startedAt, endedAt } }: Call): string {
  if (ok) return formatDuration(endedAt - startedAt);
  return failure ?? String(response?.status ?? 'no response');
}
