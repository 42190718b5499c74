/** How the figures of a poll grow while a job generates: what its body at any instant of the part can be computed from. */
import type { CourseFigures } from '../../generated/control-api.js';
import type { Timeline } from '../../scenario/timeline.js';
import type { Job } from '../../store/store.js';
import { DEFAULT_STEP, lengthOf, slidesAt, type JobState } from '../project.js';
import { isoOf } from './instant.js';

type Generating = Extract<JobState, { status: 'generating' }>;

/**
 * @param state where the job stands at the beginning of the part
 * @param slides how many the deck will have
 * @param from when the part begins
 */
export function figuresOf(
  timeline: Timeline,
  job: Job,
  state: Generating,
  slides: number,
  from: number,
): CourseFigures {
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
    // Standstills put both ends off alike.
    since: isoOf(until - lengthOf(step.duration, job.seed, state.step)),
    until: isoOf(until),
    tokens: { ...step.tokens },
    ...(shown && { slides: { from: done(0), to: done(1) }, ...shown }),
  };
}

/** What a job brings to a step: the slides that are done, their total, and the text of progress with its placeholders. */
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
