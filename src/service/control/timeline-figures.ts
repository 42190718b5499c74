/**
 * The growth of the figures in a poll while a job generates. Clients can compute the body at any instant of the part from
 * it.
 */
import type { Timeline } from '../../scenario/timeline.js';
import type { Job } from '../store/store.js';
import { DEFAULT_STEP, lengthOf, slidesAt, type JobState } from '../project.js';
import { isoOf } from './instant.js';
import type { TimelineFigures } from './timeline-views.js';

type Generating = Extract<JobState, { status: 'generating' }>;

/**
 * @param state the state of the job at the start of the part
 * @param slides the number of slides in the final deck
 * @param from the start of the part
 */
export function figuresOf(
  timeline: Timeline,
  job: Job,
  state: Generating,
  slides: number,
  from: number,
): TimelineFigures {
  const { progress, tokens, until } = state;
  const step = timeline.steps[state.step];
  const { before, total, template } = reachedAt(timeline, state.step, slides);
  const shown = progress && { slides_total: progress.total, current_step: template };
  if (step?.kind !== 'work' || until === Infinity) {
    const done = progress?.completed ?? 0;
    return {
      since: isoOf(from),
      until: isoOf(from),
      tokens: { from: tokens, to: tokens },
      ...(shown && { slides: { from: done, to: done }, ...shown }),
    };
  }
  const done = (share: number): number => slidesAt(step, share, total, before) ?? 0;
  return {
    // Pauses move both ends by the same time.
    since: isoOf(until - lengthOf(step.duration, job.seed, state.step)),
    until: isoOf(until),
    tokens: { ...step.tokens },
    ...(shown && { slides: { from: done(0), to: done(1) }, ...shown }),
  };
}

/** The state before a step: the completed slides, their total, and the text of progress with its placeholders. */
function reachedAt({ steps }: Timeline, index: number, slides: number) {
  let total = slides;
  let before: number | undefined;
  let template = DEFAULT_STEP;
  for (const [number, step] of steps.slice(0, index + 1).entries()) {
    if ('currentStep' in step) template = step.currentStep ?? template;
    if (step.kind !== 'work') continue;
    total = step.total ?? total;
    if (step.hidesProgress) before = undefined;
    if (number < index) before = slidesAt(step, 1, total, before);
  }
  return { before, total, template };
}
