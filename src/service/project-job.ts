/**
 * Computes the state of a job from its timeline, its events and the time. The function is pure, and a later time never returns an
 * earlier state.
 */
import { BoundedMap } from '../base/bounded-map.js';
import type { JsonObject } from '../base/json.js';
import { seededRandom } from '../scenario/seeded-random.js';
import type {
  CompiledCompleteStep,
  SlideCount,
  DurationRangeMs,
  CompiledStep,
  Timeline,
  CompiledGenerateStep,
} from '../scenario/timeline.js';
import type { Job, JobEvent } from './store/store.js';
import { computeInterventions, hasInterventions, toClockTime, type Interventions } from './interventions.js';

interface JobBase {
  /** Extra or overriding fields of the status response. */
  readonly statusFields?: JsonObject | undefined;
  /** The index of the current step. */
  readonly step: number;
  /** When the step started. */
  readonly since: number;
  /** When the step ends without an intervention; infinite if it does not. */
  readonly until: number;
}

export type JobState = JobBase &
  (
    | ({ readonly status: 'generating' } & JobProgress)
    | {
        readonly status: 'awaiting_input';
        /** The number of the question, for the reply: the index of its step, or the number of its event. */
        readonly question: number;
        readonly message: string;
        /** The progress of the job, which the status response omits while it asks. */
        readonly progressSoFar: JobProgress;
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

/** The default end of a manually completed job. */
const DEFAULT_COMPLETE_STEP: CompiledCompleteStep = {
  kind: 'complete',
  title: undefined,
  sections: undefined,
  tokens: undefined,
  isPublic: false,
};

/** The text of progress if the scenario has none. */
export const DEFAULT_STEP_TEXT = 'Writing slide {slide} of {slides_total}';

/** The parsed texts of steps: alternating literals and names of placeholders. */
const templateParts = new BoundedMap<string, readonly string[]>(1000);

/**
 * @param slides the number of slides of the presentation
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
  const progressSoFar = played.status === 'awaiting_input' ? played.progressSoFar : played;
  const paused = { step: played.step, until: Infinity };
  const { ended, question } = interventions;
  if (ended?.kind === 'fail') return { ...paused, status: 'failed', since: ended.at, error: ended.error };
  if (ended) {
    const last = timeline.steps.at(-1);
    const complete = last?.kind === 'complete' ? last : DEFAULT_COMPLETE_STEP;
    const title = ended.title ?? complete.title;
    return {
      ...paused,
      status: 'completed',
      since: ended.at,
      tokens: progressSoFar.tokens,
      complete: { ...complete, title },
    };
  }
  if (question) {
    const { index, message, since: askedAt } = question;
    return { ...paused, status: 'awaiting_input', question: index, message, since: askedAt, progressSoFar };
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
            progress: buildSlideProgress(done, total, text),
            statusFields: step.statusFields,
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
            statusFields: step.statusFields,
            progressSoFar: { tokens, progress: buildSlideProgress(done, total, text) },
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
          progress: buildSlideProgress(done, total, step.currentStep ?? text),
          statusFields: step.statusFields,
        };
      case 'complete':
        return {
          status: 'completed',
          step: index,
          since,
          until: Infinity,
          tokens: step.tokens ?? tokens,
          complete: step,
          statusFields: step.statusFields,
        };
      case 'fail':
        return {
          status: 'failed',
          step: index,
          since,
          until: Infinity,
          error: step.error,
          statusFields: step.statusFields,
        };
    }
  }
  throw new Error(`The timeline ${timeline.id} has no end`);
}

/** Whether a job skips a step that only some jobs have. */
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

/** The number of slides of the presentation of a job: from the end of the timeline, or else from the template. */
export function getSlideCount(timeline: Timeline, templateSlides: number): number {
  const last = timeline.steps.at(-1);
  if (last?.kind !== 'complete' || last.sections === undefined) return templateSlides;
  return typeof last.sections === 'number' ? last.sections : last.sections.length;
}

/** A random duration for one job. It depends on the seed of the job, so it is the same at every call. */
export function sampleDuration({ min, max }: DurationRangeMs, seed: number, label: number): number {
  return max > min ? Math.round(min + (max - min) * seededRandom(seed, 'length', label)) : min;
}

/** The number of completed slides after a fraction of a step; `undefined` before the first step with slides. */
export function completedSlides(
  { slides }: CompiledGenerateStep,
  share: number,
  total: number,
  previous: number | undefined,
): number | undefined {
  if (!slides) return previous;
  const from = slides.from ? resolveSlideCount(slides.from, total) : (previous ?? 0);
  return interpolate(from, resolveSlideCount(slides.to, total), share);
}

function resolveSlideCount(count: SlideCount, total: number): number {
  return 'share' in count ? Math.round(count.share * total) : Math.min(count.slides, total);
}

function buildSlideProgress(
  completed: number | undefined,
  total: number,
  text = DEFAULT_STEP_TEXT,
): SlideProgress | undefined {
  if (completed === undefined) return undefined;
  // If the total has decreased, it limits the completed slides.
  completed = Math.min(completed, total);
  return { total, completed, currentStep: formatStepText(text, completed, total) };
}

/**
 * Interpolates a count that grows linearly during a step, rounded towards `from`.
 * @param share the elapsed fraction of the step, from 0 to 1
 */
function interpolate(from: number, to: number, share: number): number {
  return from + Math.floor((to - from) * share);
}

function formatStepText(text: string, done: number, slides: number): string {
  let parts = templateParts.get(text);
  if (!parts) templateParts.set(text, (parts = text.split(/\{(slide|slides_total|slides_completed)\}/)));
  let filled = parts[0] as string;
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index];
    filled +=
      name === 'slides_total' ? slides : name === 'slides_completed' ? done : Math.min(done + 1, slides);
    filled += parts[index + 1] as string;
  }
  return filled;
}
