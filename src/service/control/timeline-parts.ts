/** Splits the timeline of a job into parts, for the timeline bar of the panel. In each part, the job is at one step. */
import type { TimelinePart } from '../../generated/control-api.js';
import { getStateText, listJobPhases } from '../job-phases.js';
import type { CurrentJob } from '../job-view.js';
import {
  DEFAULT_STEP_TEXT,
  type JobState,
  sampleDuration,
  completedSlides,
  getSlideCount,
} from '../project-job.js';
import { toIso, toIsoOrNull } from './validate-input.js';
import type { Timeline } from '../../scenario/timeline.js';
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
  const { completed, total, template } = getProgressBefore(timeline, state.step, slides);
  const progressFields = progress && { slides_total: progress.total, current_step: template };
  if (step?.kind !== 'generate' || until === Infinity) {
    const done = progress?.completed ?? 0;
    return {
      since: toIso(from),
      until: toIso(from),
      tokens: { from: tokens, to: tokens },
      ...(progressFields && { slides: { from: done, to: done }, ...progressFields }),
    };
  }
  const done = (share: number): number => completedSlides(step, share, total, completed) ?? 0;
  return {
    // Pauses shift both ends by the same time.
    since: toIso(until - sampleDuration(step.duration, job.seed, state.step)),
    until: toIso(until),
    tokens: { ...step.tokens },
    ...(progressFields && { slides: { from: done(0), to: done(1) }, ...progressFields }),
  };
}

/** The progress before a step: the completed slides, their total, and the step text with its placeholders. */
function getProgressBefore({ steps }: Timeline, index: number, slides: number) {
  let total = slides;
  let completed: number | undefined;
  let template = DEFAULT_STEP_TEXT;
  for (const [number, step] of steps.slice(0, index + 1).entries()) {
    if ('currentStep' in step) template = step.currentStep ?? template;
    if (step.kind !== 'generate') continue;
    total = step.total ?? total;
    if (step.hidesProgress) completed = undefined;
    if (number < index) completed = completedSlides(step, 1, total, completed);
  }
  return { completed, total, template };
}
