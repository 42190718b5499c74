/** The whole timeline of a job as parts. In each part the job is at one step. A timeline bar shows these parts. */
import type { TimelinePart } from '../../generated/control-api.js';
import type { CurrentJob } from '../job-view.js';
import { DEFAULT_STEP, type JobState, lengthOf, projectJob, slidesAt, slidesOf } from '../project.js';
import { isoOf, isoOrNull } from './check-input.js';
import type { Timeline } from '../../scenario/timeline.js';
import type { Job } from '../store/store.js';
import type { TimelineFigures } from './timeline-views.js';

/** A limit above the number of steps in any scenario plus the events of any job. */
const MOST = 2000;

export function timelineParts({ job, timeline }: Pick<CurrentJob, 'job' | 'timeline'>): TimelinePart[] {
  const slides = slidesOf(timeline, job.template.slideCount);
  const parts: TimelinePart[] = [];
  let from = job.startedAt;
  while (parts.length < MOST) {
    const state = projectJob(timeline, job, slides, from);
    const event = job.events.find(({ at }) => at > from)?.at ?? Infinity;
    const until = Math.min(state.until, isFinal(state) ? Infinity : event);
    const text = messageOf(state);
    parts.push({
      step: state.step,
      status: state.status,
      from: isoOf(from),
      until: isoOrNull(until),
      ...(text !== undefined && { text }),
      ...(state.status === 'generating' && { figures: figuresOf(timeline, job, state, slides, from) }),
    });
    if (until === Infinity || until <= from) break;
    from = until;
  }
  return parts;
}

function isFinal({ status }: JobState): boolean {
  return status === 'completed' || status === 'failed';
}

function messageOf(state: JobState): string | undefined {
  switch (state.status) {
    case 'generating':
      return state.progress?.currentStep;
    case 'awaiting_input':
      return state.message;
    case 'failed':
      return state.error;
    case 'completed':
      return undefined;
  }
}

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
