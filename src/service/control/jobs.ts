/** Reads jobs: their current states and their timelines. */
import type { Job as JobView, JobList } from '../../generated/control-api.js';
import type { Presentation } from '../../generated/presentation-api.js';
import { jobView, currentJob, type CurrentJob } from '../job-view.js';
import type { ServiceContext } from '../service-context.js';
import type { Job } from '../store/store.js';
import { emptyPresentationOfJob, presentationOfJob } from '../presentations.js';
import { timelineParts } from './timeline-parts.js';
import { isoOf, isoOrNull, readInstant } from './instant.js';
import { badInput, notFound } from './refuse.js';
import { oneReplayedJob, replayedJobs } from './replayed-jobs.js';
import type { WorkspaceNow } from './verb-context.js';
import { checkQuery } from './check-input.js';

export interface JobOptions {
  /** An instant such as `2026-01-15T09:30:00Z`, or milliseconds since 1970. Default: now. */
  readonly at?: string | number;
}

/** The maximum number of jobs in a list. */
export const LISTED = 1000;

export interface JobListOptions {
  /** The maximum number of jobs. Default: 1000. */
  readonly limit?: number | string;
  /** Whether each job has its timeline. Default: `false`. */
  readonly timeline?: boolean;
}

/** The newest jobs first. */
export function listJobs({ shared, row, now, state }: WorkspaceNow, options: JobListOptions): JobList {
  const { limit = String(LISTED), timeline } = checkQuery('ListJobsQuery', options);
  if (state.replay) return replayedJobs(state.replay, now, Number(limit), timeline === 'true');
  const { jobs, total } = shared.store.jobs(row.id, Number(limit));
  return jobList(jobs, total, shared, now, timeline === 'true');
}

export function jobList(
  jobs: readonly Job[],
  total: number,
  shared: ServiceContext,
  now: number,
  isWithTimeline: boolean,
): JobList {
  const jobsNow = jobs.flatMap((job) => currentJob(job, shared, now) ?? []);
  return {
    total,
    jobs: jobsNow.map((current) => ({
      ...listedJob(current, shared),
      ...(isWithTimeline && { timeline: timelineParts(current) }),
    })),
  };
}

/** A job with its timeline, now or at an instant. */
export function jobAt({ shared, row, state, now }: WorkspaceNow, id: string, options: JobOptions): JobView {
  const { at } = checkQuery('GetJobQuery', options);
  const instant = at === undefined ? now : readInstant(at, '/at');
  if (state.replay) return oneReplayedJob(state.replay, id, instant);
  const current = needCurrentJob(shared, row.id, id, instant);
  return { ...describeJob(current, shared), timeline: timelineParts(current) };
}

/** @param pointer the position of the job's id in the input, if it is not in the path */
export function needCurrentJob(
  shared: ServiceContext,
  workspaceId: string,
  id: string,
  now: number,
  pointer?: string,
): CurrentJob {
  const job = shared.store.job(workspaceId, id);
  const current = job && currentJob(job, shared, now);
  if (current) return current;
  if (pointer === undefined) throw notFound(`job ${id.slice(0, 100)} in the workspace ${workspaceId}`);
  throw badInput([{ pointer, detail: `must name a job of the workspace ${workspaceId}` }]);
}

export function describeJob(current: CurrentJob, shared: ServiceContext): JobView {
  const presentation = presentationOfJob(current, shared);
  return described(current, jobView(current.job.id, current.state, presentation), presentation);
}

/** A job for lists, without its sections: those of a thousand decks take many megabytes. */
function listedJob(current: CurrentJob, shared: ServiceContext): JobView {
  const { job, state } = current;
  const presentation = emptyPresentationOfJob(current, shared);
  const view = jobView(job.id, state, presentation);
  if (!presentation) return described(current, view);
  const { sections: _, ...brief } = presentation;
  return described(current, { ...view, presentation: brief }, presentation);
}

function described({ job, timeline, state }: CurrentJob, view: object, presentation?: Presentation): JobView {
  return {
    generation_id: job.id,
    prompt: job.prompt,
    template_id: job.template.id,
    scenario: timeline.name,
    started_at: isoOf(job.startedAt),
    view: { ...view },
    ...(presentation && { deck_url: presentation.url }),
    position: {
      step: state.step,
      steps: timeline.steps.length,
      since: isoOf(state.since),
      until: isoOrNull(state.until),
    },
  };
}
