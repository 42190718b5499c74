/** Splits the timeline of a job into parts, for the timeline bar of the panel. In each part, the job is at one step. */
import type { TimelinePart } from '../../generated/control-api.js';
import { getStateText, listJobPhases } from '../job-phases.js';
import type { CurrentJob } from '../job-view.js';
import { getSlideCount, isSkipped, sampleDuration, type JobState } from '../project-job.js';
import { advanceProgress, getInitialProgress, type RunningProgress } from '../slide-progress.js';
import { toIso, toIsoOrNull } from './validate-input.js';
import { getStepDuration, type Timeline } from '../../scenario/timeline.js';
import type { Job } from '../store/store.js';
import type { ProgressRange } from './timeline-types.js';

type GeneratingState = Extract<JobState, { status: 'generating' }>;

export function buildTimelineParts({ job, timeline }: Pick<CurrentJob, 'job' | 'timeline'>): TimelinePart[] {
  const slides = getSlideCount(timeline, job.template.slideCount);
  return listJobPhases(timeline, job).map(({ state, from, until }) => {
    const text = getStateText(state);
    return {
      step: state.step,
      status: state.status,
      from: toIso(from),
      until: toIsoOrNull(until),
      ...(text !== undefined && { text }),
      ...(state.status === 'generating' && {
        progress_range: progressRange(timeline, job, state, slides, from),
      }),
    };
  });
}

/**
 * @param state the state of the job at the start of the part
 * @param slides the number of slides of the presentation
 * @param from the start of the part
 */
export function progressRange(
  timeline: Timeline,
  job: Job,
  state: GeneratingState,
  slides: number,
  from: number,
): ProgressRange {
  const { progress, tokens, until } = state;
  const step = timeline.steps[state.step];
  const before = getProgressBefore(timeline, state.step, job.seed, slides);
  const progressFields = progress && {
    slides_total: progress.total,
    current_step: (step ? advanceProgress(step, before, 0) : before).template,
  };
  if (step?.kind !== 'generate' || until === Infinity) {
    const done = progress?.completed ?? 0;
    return {
      since: toIso(from),
      until: toIso(from),
      tokens: { from: tokens, to: tokens },
      ...(progressFields && { slides: { from: done, to: done }, ...progressFields }),
    };
  }
  const done = (share: number): number => advanceProgress(step, before, share).completed ?? 0;
  return {
    // Pauses shift both ends by the same time.
    since: toIso(until - sampleDuration(getStepDuration(step), job.seed, state.step)),
    until: toIso(until),
    tokens: { ...step.tokens },
    ...(progressFields && { slides: { from: done(0), to: done(1) }, ...progressFields }),
  };
}

/** The progress before a step. @param slides the number of slides of the presentation */
function getProgressBefore(
  { steps }: Timeline,
  index: number,
  seed: number,
  slides: number,
): RunningProgress {
  return steps
    .slice(0, index)
    .filter((step, number) => !isSkipped(step, seed, number))
    .reduce((progress, step) => advanceProgress(step, progress, 1), getInitialProgress(slides));
}
