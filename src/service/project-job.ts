/**
 * Computes the state of a job from its timeline, its events and the time. The function is pure, and a later time never returns an
 * earlier state.
 */
import type { JsonObject } from '../base/json.js';
import { seededRandom } from '../scenario/seeded-random.js';
import {
  getProbability,
  getStepDuration,
  type CompiledAskStep,
  type CompiledCompleteStep,
  type CompiledFailStep,
  type CompiledGenerateStep,
  type CompiledStallStep,
  type CompiledStep,
  type DurationRangeMs,
  type Timeline,
} from '../scenario/timeline.js';
import { computeInterventions, hasInterventions, toClockTime, type Interventions } from './interventions.js';
import {
  advanceProgress,
  formatProgress,
  getInitialProgress,
  interpolate,
  type RunningProgress,
  type SlideProgress,
} from './slide-progress.js';
import type { Job, JobEvent } from './store/store.js';

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

/** What a job brings to a step: the time at which the step starts, and what the steps before have done. */
interface StepStart {
  readonly since: number;
  readonly tokens: number;
  readonly progress: RunningProgress;
}

/** A step of one job: its place in the timeline, what it starts with, and when it ends without a reply. */
interface StepRun {
  readonly index: number;
  readonly start: StepStart;
  readonly until: number;
}

/** The default end of a manually completed job. */
const DEFAULT_COMPLETE_STEP: CompiledCompleteStep = {
  kind: 'complete',
  title: undefined,
  sections: undefined,
  tokens: undefined,
  isPublic: false,
};

/**
 * @param slides the number of slides of the presentation
 * @param now on the workspace's clock, in milliseconds
 */
export function projectJob(timeline: Timeline, job: Job, slides: number, now: number): JobState {
  if (job.events.length === 0 || !hasInterventions(job.events))
    return playTimeline(timeline, job, job.events, slides, now);
  const interventions = computeInterventions(timeline.steps.length, job.events, now);
  const { replies, timelineNow } = interventions;
  return applyInterventions(
    timeline,
    interventions,
    playTimeline(timeline, job, replies, slides, timelineNow),
  );
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

/** Plays the steps one after another, up to the one that the job is at. */
function playTimeline(
  timeline: Timeline,
  job: Job,
  events: readonly JobEvent[],
  slides: number,
  now: number,
): JobState {
  let start: StepStart = { since: job.startedAt, tokens: 0, progress: getInitialProgress(slides) };
  for (const [index, step] of timeline.steps.entries()) {
    if (isSkipped(step, job.seed, index)) continue;
    const until = start.since + sampleDuration(getStepDuration(step), job.seed, index);
    const played = playStep(step, { index, start, until }, events, now);
    if ('status' in played) return played;
    start = played;
  }
  throw new Error(`The timeline ${timeline.id} has no end`);
}

/** The state of a job that is at this step now, or else what it brings to the next step. */
function playStep(
  step: CompiledStep,
  run: StepRun,
  events: readonly JobEvent[],
  now: number,
): JobState | StepStart {
  switch (step.kind) {
    case 'generate':
      return playGenerate(step, run, now);
    case 'ask':
      return playAsk(step, run, events, now);
    case 'stall':
      return playStall(step, run);
    case 'complete':
      return playComplete(step, run);
    case 'fail':
      return playFail(step, run);
  }
}

function playGenerate(step: CompiledGenerateStep, run: StepRun, now: number): JobState | StepStart {
  const { index, until } = run;
  const { since, progress } = run.start;
  const { from, to } = step.tokens;
  if (now >= until) return { since: until, tokens: to, progress: advanceProgress(step, progress, 1) };
  const share = Math.max(0, now - since) / (until - since);
  return {
    status: 'generating',
    step: index,
    since,
    until,
    tokens: interpolate(from, to, share),
    progress: formatProgress(advanceProgress(step, progress, share)),
    statusFields: step.statusFields,
  };
}

function playAsk(
  step: CompiledAskStep,
  run: StepRun,
  events: readonly JobEvent[],
  now: number,
): JobState | StepStart {
  const { index, until } = run;
  const { since, tokens, progress } = run.start;
  const reply = findReply(index, events, since, until);
  if (reply && reply.at <= now) return { since: reply.at, tokens, progress };
  if (now < until)
    return {
      status: 'awaiting_input',
      step: index,
      question: index,
      since,
      until,
      message: step.message,
      statusFields: step.statusFields,
      progressSoFar: { tokens, progress: formatProgress(progress) },
    };
  if (step.onTimeout === 'continue') return { since: until, tokens, progress };
  return { status: 'failed', step: index, since: until, until: Infinity, error: step.onTimeout.error };
}

function playStall(step: CompiledStallStep, { index, start, until }: StepRun): JobState {
  return {
    status: 'generating',
    step: index,
    since: start.since,
    until,
    tokens: start.tokens,
    progress: formatProgress(advanceProgress(step, start.progress, 0)),
    statusFields: step.statusFields,
  };
}

function playComplete(step: CompiledCompleteStep, { index, start }: StepRun): JobState {
  return {
    status: 'completed',
    step: index,
    since: start.since,
    until: Infinity,
    tokens: step.tokens ?? start.tokens,
    complete: step,
    statusFields: step.statusFields,
  };
}

function playFail(step: CompiledFailStep, { index, start }: StepRun): JobState {
  return {
    status: 'failed',
    step: index,
    since: start.since,
    until: Infinity,
    error: step.error,
    statusFields: step.statusFields,
  };
}

/** Whether a job skips a step that only some jobs have. */
export function isSkipped(step: CompiledStep, seed: number, index: number): boolean {
  const probability = getProbability(step);
  return probability < 1 && seededRandom(seed, 'step', index) >= probability;
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
