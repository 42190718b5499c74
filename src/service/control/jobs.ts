/** The verbs that read jobs: their current states and their timelines. */
import type { Job as JobView } from '../../generated/control-api.js';
import type { Presentation } from '../../generated/presentation-api.js';
import { BoundedMap } from '../../base/bounded-map.js';
import { jobView, standingOf, type JobStanding } from '../job-view.js';
import type { ServiceContext } from '../service-context.js';
import type { Job } from '../store/store.js';
import { emptyPresentationOfJob, presentationOfJob } from '../presentations.js';
import { courseParts } from './course-parts.js';
import { isoOf, isoOrNull, readInstant } from './instant.js';
import { badInput, notFound } from './refuse.js';
import { oneReplayedJob, replayedJobs } from './replayed-jobs.js';
import { reads, type Scene } from './scene.js';

const LISTED = 1000;

export const listJobs = reads<'listJobs'>(({ shared, row, now, state }, _body, query) => {
  const { limit = String(LISTED), course } = query;
  if (state.replay) return replayedJobs(state.replay, now, Number(limit), course === 'true');
  const { jobs, total } = shared.store.jobs(row.id, Number(limit));
  const standings = jobs.flatMap((job) => standingOf(job, shared, now) ?? []);
  return {
    total,
    jobs: standings.map((standing) => ({
      ...listedJob(standing, shared),
      ...(course === 'true' && { course: courseParts(standing) }),
    })),
  };
});

export const getJob = reads<'getJob'>((scene, _body, { at }) => {
  return jobAt(scene, scene.params['job'] ?? '', at === undefined ? scene.now : readInstant(at, '/at'));
});

/** A job with its timeline. */
export function jobAt({ shared, row, state }: Scene, id: string, instant: number): JobView {
  if (state.replay) return oneReplayedJob(state.replay, id, instant);
  const standing = needStanding(shared, row.id, id, instant);
  return { ...describeJob(standing, shared), course: courseParts(standing) };
}

/** @param pointer the position of the job's id in the input, if it is not in the path */
export function needStanding(
  shared: ServiceContext,
  workspaceId: string,
  id: string,
  now: number,
  pointer?: string,
): JobStanding {
  const job = shared.store.job(workspaceId, id);
  const standing = job && standingAt(job, shared, now);
  if (standing) return standing;
  if (pointer === undefined) throw notFound(`job ${id.slice(0, 100)} in the workspace ${workspaceId}`);
  throw badInput([{ pointer, detail: `must name a job of the workspace ${workspaceId}` }]);
}

/** A verb, the watch of its workspace and the event after it want the same job at the same instant. It is computed once. */
interface Known {
  readonly now: number;
  readonly standing: JobStanding;
  view?: JobView;
}

/** The maximum number of known jobs. Their views can have whole decks. */
const MOST_KNOWN = 20;
const known = new WeakMap<ServiceContext, BoundedMap<Job, Known>>();

/** The state of a job at an instant. Stored jobs never change in place, so the same job has the same state. */
export function standingAt(job: Job, shared: ServiceContext, now: number): JobStanding | undefined {
  let jobs = known.get(shared);
  if (!jobs) known.set(shared, (jobs = new BoundedMap(MOST_KNOWN)));
  const last = jobs.get(job);
  if (last?.now === now) return last.standing;
  const standing = standingOf(job, shared, now);
  if (standing) jobs.set(job, { now, standing });
  return standing;
}

export function describeJob(standing: JobStanding, shared: ServiceContext): JobView {
  const last = known.get(shared)?.get(standing.job);
  if (last?.standing !== standing) return viewOf(standing, shared);
  last.view ??= viewOf(standing, shared);
  // A caller in process can change its copy.
  return structuredClone(last.view);
}

function viewOf(standing: JobStanding, shared: ServiceContext): JobView {
  const presentation = presentationOfJob(standing, shared);
  return described(standing, jobView(standing.job.id, standing.state, presentation), shared, presentation);
}

/** A job for lists, without its sections: those of a thousand decks take many megabytes. */
function listedJob(standing: JobStanding, shared: ServiceContext): JobView {
  const { job, state } = standing;
  const presentation = emptyPresentationOfJob(standing, shared);
  const view = jobView(job.id, state, presentation);
  if (!presentation) return described(standing, view, shared);
  const { sections: _, ...brief } = presentation;
  return described(standing, { ...view, presentation: brief }, shared, presentation);
}

function described(
  { job, timeline, state }: JobStanding,
  view: object,
  { signDeck }: ServiceContext,
  presentation?: Presentation,
): JobView {
  return {
    generation_id: job.id,
    prompt: job.prompt,
    template_id: job.template.id,
    scenario: timeline.name,
    started_at: isoOf(job.startedAt),
    view: { ...view },
    ...(presentation && { deck_url: signDeck?.(presentation.url) ?? presentation.url }),
    position: {
      step: state.step,
      steps: timeline.steps.length,
      since: isoOf(state.since),
      until: isoOrNull(state.until),
    },
  };
}
