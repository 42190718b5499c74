/** The current state of a job, and its status view for a poll (4.5). */
import type { JobView, Presentation } from '../generated/presentation-api.js';
import { fillPlaceholders } from '../base/placeholders.js';
import type { Timeline } from '../scenario/timeline.js';
import type { ServiceContext } from './context.js';
import { projectJob, deckSlideCount, type JobState } from './project-job.js';
import type { Job } from './store/store.js';

/** A job with its timeline and its state. */
export interface CurrentJob {
  readonly job: Job;
  readonly timeline: Timeline;
  readonly state: JobState;
}

/** The state of a job at a time; `undefined` when its timeline is no longer known. */
export function projectCurrentJob(job: Job, shared: ServiceContext, now: number): CurrentJob | undefined {
  const timeline = shared.library.byId(job.timelineId);
  return (
    timeline && {
      job,
      timeline,
      state: projectJob(timeline, job, deckSlideCount(timeline, job.template.slideCount), now),
    }
  );
}

/** @param presentation the deck of a completed job */
export function buildJobView(id: string, state: Exclude<JobState, { status: 'completed' }>): JobView;
export function buildJobView(id: string, state: JobState, presentation: Presentation | undefined): JobView;
export function buildJobView(id: string, state: JobState, presentation?: Presentation): JobView {
  const view = baseView(id, state, presentation);
  return state.view
    ? {
        ...view,
        ...(fillPlaceholders(state.view, { generation_id: id, presentation_id: presentation?.id }) as object),
      }
    : view;
}

function baseView(id: string, state: JobState, presentation?: Presentation): JobView {
  switch (state.status) {
    case 'generating': {
      const { progress, tokens } = state;
      const view: JobView = { generation_id: id, status: 'generating' };
      if (progress)
        view.progress = {
          slides_total: progress.total,
          slides_completed: progress.completed,
          current_step: progress.currentStep,
        };
      if (tokens > 0) view.tokens_used = tokens;
      return view;
    }
    case 'awaiting_input':
      return { generation_id: id, status: 'awaiting_input', message: state.message };
    case 'completed':
      if (!presentation) throw new Error(`The completed job ${id} has no presentation`);
      return {
        generation_id: id,
        status: 'completed',
        presentation,
        ...(state.tokens > 0 && { tokens_used: state.tokens }),
      };
    case 'failed':
      return { generation_id: id, status: 'failed', error: state.error };
  }
}
