/**
 * Projects timeline, events and time to the state of a job. Pure. The same instant always gives the
 * same state, and a later instant never gives an earlier state.
 */
import { BoundedMap } from '../base/bounded-map.js';
import { seededRandom } from '../scenario/seeded-random.js';
import type {
  CompiledCompleteStep,
  JsonObject,
  SlideCount,
  DurationRangeMs,
  CompiledStep,
  Timeline,
  CompiledWorkStep,
} from '../scenario/timeline.js';
import type { Job, JobEvent } from './store/store.js';
import { computeInterventions, hasInterventions, toClockTime, type Interventions } from './interventions.js';

interface JobBase {
  /** More fields of the view. */
  readonly view?: JsonObject | undefined;
  /** The index of the current step. */
  readonly step: number;
  /** When the step started. */
  readonly since: number;
  /** When the step ends by itself; infinite when it does not. */
  readonly until: number;
}

export type JobState = JobBase &
  (
    | ({ readonly status: 'generating' } & JobProgress)
    | {
        readonly status: 'awaiting_input';
        /** The number of the question, for the reply: the index of the step, or the number of the event. */
        readonly question: number;
        readonly message: string;
        /** The progress of the job, which is hidden while it asks. */
        readonly reached: JobProgress;
      }
    | {
        readonly status: 'completed';
        readonly tokens: number;
        readonly complete: CompiledCompleteStep;
      }
    | { readonly status: 'failed'; readonly error: string }
  );

interface JobProgress {
  readonly tokens: number;
  readonly progress: SlideProgress | undefined;
}

export interface SlideProgress {
  readonly total: number;
  readonly completed: number;
  readonly currentStep: string;
}

/** Default result of a manually completed job. */
const DEFAULT_COMPLETE_STEP: CompiledCompleteStep = {
  kind: 'complete',
  title: undefined,
  sections: undefined,
  tokens: undefined,
  isPublic: false,
};

/** The text of progress when the scenario gives none. */
export const DEFAULT_STEP_TEXT = 'Writing slide {slide} of {slides_total}';

/**
 * @param slides the number of slides in the final deck
 * @param now on the workspace's clock, in milliseconds
 */
export function projectJob(timeline: Timeline, job: Job, slides: number, now: number): JobState {
  if (job.events.length === 0 || !hasInterventions(job.events))
    return stateAt(timeline, job, job.events, slides, now);
  const interventions = computeInterventions(timeline.steps.length, job.events, now);
  const { replies, timelineNow } = interventions;
  return applyInterventions(timeline, interventions, stateAt(timeline, job, replies, slides, timelineNow));
}

/** The state after interventions. @param played the state of the timeline without them */
function applyInterventions(timeline: Timeline, interventions: Interventions, played: JobState): JobState {
  const since = toClockTime(interventions, played.since);
  if (played.status === 'completed' || played.status === 'failed') return { ...played, since };
  const reached = played.status === 'awaiting_input' ? played.reached : played;
  const stands = { step: played.step, until: Infinity };
  const { ended, question } = interventions;
  if (ended?.kind === 'fail') return { ...stands, status: 'failed', since: ended.at, error: ended.error };
  if (ended) {
    const last = timeline.steps.at(-1);
    const complete = last?.kind === 'complete' ? last : DEFAULT_COMPLETE_STEP;
    const title = ended.title ?? complete.title;
    return {
      ...stands,
      status: 'completed',
      since: ended.at,
      tokens: reached.tokens,
      complete: { ...complete, title },
    };
  }
  if (question) {
    const { index, message, since: begin } = question;
    return { ...stands, status: 'awaiting_input', question: index, message, since: begin, reached };
  }
  if (interventions.isPaused) return { ...played, since, until: Infinity };
  return { ...played, since, until: toClockTime(interventions, played.until) };
}

function stateAt(
  timeline: Timeline,
  job: Job,
  events: readonly JobEvent[],
  slides: number,
  now: number,
): JobState {
  let since = job.startedAt;
  let tokens = 0;
  let total = slides;
  let done: number | undefined;
  let text: string | undefined;

  for (let index = 0; index < timeline.steps.length; index += 1) {
    const step = timeline.steps[index] as CompiledStep;
    if (isSkipped(step, job.seed, index)) continue;
    switch (step.kind) {
      case 'generate': {
        const until = since + sampleDuration(step.duration, job.seed, index);
        text = step.currentStep ?? text;
        total = step.total ?? total;
        if (step.hidesProgress) done = undefined;
        if (now < until) {
          const share = Math.max(0, now - since) / (until - since);
          done = completedSlides(step, share, total, done);
          const { from, to } = step.tokens;
          return {
            status: 'generating',
            step: index,
            since,
            until,
            tokens: interpolate(from, to, share),
            progress: slideProgress(done, total, text),
            view: step.view,
          };
        }
        done = completedSlides(step, 1, total, done);
        tokens = step.tokens.to;
        since = until;
        break;
      }
      case 'ask': {
        const until = since + sampleDuration(step.timeout, job.seed, index);
        const reply = findReply(index, events, since, until);
        if (reply && reply.at <= now) since = reply.at;
        else if (now < until)
          return {
            status: 'awaiting_input',
            step: index,
            question: index,
            since,
            until,
            message: step.message,
            view: step.view,
            reached: { tokens, progress: slideProgress(done, total, text) },
          };
        else if (step.onTimeout === 'continue') since = until;
        else
          return {
            status: 'failed',
            step: index,
            since: until,
            until: Infinity,
            error: step.onTimeout.error,
          };
        break;
      }
      case 'stall':
        return {
          status: 'generating',
          step: index,
          since,
          until: Infinity,
          tokens,
          progress: slideProgress(done, total, step.currentStep ?? text),
          view: step.view,
        };
      case 'complete':
        return {
          status: 'completed',
          step: index,
          since,
          until: Infinity,
          tokens: step.tokens ?? tokens,
          complete: step,
          view: step.view,
        };
      case 'fail':
        return {
          status: 'failed',
          step: index,
          since,
          until: Infinity,
          error: step.error,
          view: step.view,
        };
    }
  }
  throw new Error(`The timeline ${timeline.id} has no end`);
}

/** Whether a job does not have a step that only some jobs have. */
function isSkipped(step: CompiledStep, seed: number, index: number): boolean {
  if (step.kind === 'complete' || step.probability === undefined) return false;
  return seededRandom(seed, 'step', index) >= step.probability;
}

/** The reply to a step's question that arrived during the question. */
function findReply(
  step: number,
  events: readonly JobEvent[],
  since: number,
  until: number,
): JobEvent | undefined {
  return events.find(
    (event) => event.kind === 'reply' && event.step === step && event.at >= since && event.at < until,
  );
}

/** The number of slides in the final deck of a job: from the end of the timeline, else from the template. */
export function deckSlideCount(timeline: Timeline, templateSlides: number): number {
  const last = timeline.steps.at(-1);
  if (last?.kind !== 'complete' || last.sections === undefined) return templateSlides;
  return typeof last.sections === 'number' ? last.sections : last.sections.length;
}

/** The length of a span for one job. It is drawn from the job's seed, so it is the same at every call. */
export function sampleDuration({ min, max }: DurationRangeMs, seed: number, label: number): number {
  return max > min ? Math.round(min + (max - min) * seededRandom(seed, 'length', label)) : min;
}

/** The number of completed slides after a share of a step; `undefined` before slide generation has started. */
export function completedSlides(
  { slides }: CompiledWorkStep,
  share: number,
  total: number,
  before: number | undefined,
): number | undefined {
  if (!slides) return before;
  const from = slides.from ? slideNumber(slides.from, total) : (before ?? 0);
  return interpolate(from, slideNumber(slides.to, total), share);
}

function slideNumber(count: SlideCount, total: number): number {
  return 'share' in count ? Math.round(count.share * total) : Math.min(count.slides, total);
}

function slideProgress(
  completed: number | undefined,
  total: number,
  text = DEFAULT_STEP_TEXT,
): SlideProgress | undefined {
  if (completed === undefined) return undefined;
  // If the total has decreased, it limits the completed slides.
  completed = Math.min(completed, total);
  return { total, completed, currentStep: stepText(text, completed, total) };
}

/**
 * The value of a figure that grows evenly over a step, rounded towards `from`.
 * @param share the part of the step that is over, from 0 to 1
 */
function interpolate(from: number, to: number, share: number): number {
  return from + Math.floor((to - from) * share);
}

/** The texts of steps in pieces: texts and names of placeholders in turn. */
const templateParts = new BoundedMap<string, readonly string[]>(1000);

function stepText(text: string, done: number, slides: number): string {
  let known = templateParts.get(text);
  if (!known) templateParts.set(text, (known = text.split(/\{(slide|done|slides)\}/)));
  let filled = known[0] as string;
  for (let index = 1; index < known.length; index += 2) {
    const name = known[index];
    filled +=
      name === 'slides_total' ? slides : name === 'slides_completed' ? done : Math.min(done + 1, slides);
    filled += known[index + 1] as string;
  }
  return filled;
}
