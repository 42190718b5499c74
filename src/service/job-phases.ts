/** The phases of a job, past and planned. In each one, the job is at one step, and changes only with time. */
import type { Timeline } from '../scenario/timeline.js';
import { getSlideCount, projectJob, type JobState } from './project-job.js';
import type { Job } from './store/store.js';

export interface JobPhase {
  /** The state at the start of the phase. */
  readonly state: JobState;
  /** On the clock of the workspace. */
  readonly from: number;
  /** Infinite for the last phase. */
  readonly until: number;
}

/** More than the steps of any scenario plus the events of any job. */
const MAX_PHASES = 2000;

export function listJobPhases(timeline: Timeline, job: Job): JobPhase[] {
  const slides = getSlideCount(timeline, job.template.slideCount);
  const phases: JobPhase[] = [];
  let from = job.startedAt;
  while (phases.length < MAX_PHASES) {
    const state = projectJob(timeline, job, slides, from);
    const event = job.events.find(({ at }) => at > from)?.at ?? Infinity;
    const until = Math.min(state.until, hasEnded(state) ? Infinity : event);
    phases.push({ state, from, until });
    if (until === Infinity || until <= from) break;
    from = until;
  }
  return phases;
}

/** The text of a state: the current step, the question or the error. */
export function getStateText(state: JobState): string | undefined {
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

function hasEnded({ status }: JobState): boolean {
  return status === 'completed' || status === 'failed';
}
