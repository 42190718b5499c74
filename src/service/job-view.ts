/** The current state of a job, and the body of its status response (4.5). */
import type { JobView, Presentation } from '../generated/presentation-api.js';
import { fillPlaceholders } from '../base/placeholders.js';
import type { Timeline } from '../scenario/timeline.js';
import type { ServiceContext } from './context.js';
import { projectJob, getSlideCount, type JobState } from './project-job.js';
import type { Job } from './store/store.js';

/** A job with its timeline and its state. */
export interface CurrentJob {
  readonly job: Job;
  readonly timeline: Timeline;
  readonly state: JobState;
}

/** The state of a job at a time; `undefined` if its timeline was evicted. */
export function projectCurrentJob(job: Job, shared: ServiceContext, now: number): CurrentJob | undefined {
  const timeline = shared.library.byId(job.timelineId);
  return (
    timeline && {
      job,
      timeline,
      state: projectJob(timeline, job, getSlideCount(timeline, job.template.slideCount), now),
    }
  );
}

/** @param presentation of a completed job */
export function buildJobView(id: string, state: Exclude<JobState, { status: 'completed' }>): JobView;
export function buildJobView(id: string, state: JobState, presentation: Presentation | undefined): JobView;
export function buildJobView(id: string, state: JobState, presentation?: Presentation): JobView {
  const view = buildBaseView(id, state, presentation);
  return state.statusFields
    ? {
        ...view,
        ...(fillPlaceholders(state.statusFields, {
          generation_id: id,
          presentation_id: presentation?.id,
        }) as object),
      }
    : view;
}

function buildBaseView(id: string, state: JobState, presentation?: Presentation): JobView {
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
