/** The verbs that read jobs: their current states and their timelines. */
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
import { reads, type VerbContext } from './verb-context.js';

/** The maximum number of jobs in a list. */
export const LISTED = 1000;

export const listJobs = reads<'listJobs'>(({ shared, row, now, state }, _body, query) => {
  const { limit = String(LISTED), timeline } = query;
  if (state.replay) return replayedJobs(state.replay, now, Number(limit), timeline === 'true');
  const { jobs, total } = shared.store.jobs(row.id, Number(limit));
  return jobList(jobs, total, shared, now, timeline === 'true');
});

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

export const getJob = reads<'getJob'>((context, _body, { at }) => {
  return jobAt(context, context.params['job'] ?? '', at === undefined ? context.now : readInstant(at, '/at'));
});

/** A job with its timeline. */
export function jobAt({ shared, row, state }: VerbContext, id: string, instant: number): JobView {
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
