/** The whole timeline of a job as parts. In each part the job is at one step. A timeline bar shows these parts. */
import type { TimelinePart } from '../../generated/control-api.js';
import type { CurrentJob } from '../job-view.js';
import { projectJob, slidesOf, type JobState } from '../project.js';
import { figuresOf } from './timeline-figures.js';
import { isoOf, isoOrNull } from './instant.js';

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
