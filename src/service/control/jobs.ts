/** The verbs that read jobs: their current states and their timelines. */
import type { Job as JobView } from '../../generated/control-api.js';
import type { Presentation } from '../../generated/presentation-api.js';
import { jobView } from '../job-view.js';
import type { World } from '../operations/operation.js';
import { emptyPresentationOfJob, presentationOfJob, standingOf, type JobStanding } from '../presentations.js';
import { courseParts } from './course-parts.js';
import { isoOf, isoOrNull, readInstant } from './instant.js';
import { badInput, notFound } from './refuse.js';
import { reads } from './scene.js';

const LISTED = 1000;

export const listJobs = reads<'listJobs'>(async ({ world, row, now }, _body, query) => {
  const { limit = String(LISTED), course } = query;
  const { jobs, total } = await world.store.jobs(row.id, Number(limit));
  const standings = jobs.flatMap((job) => standingOf(job, world, now) ?? []);
  return {
    total,
    jobs: standings.map((standing) => ({
      ...listedJob(standing, world),
      ...(course === 'true' && { course: courseParts(standing) }),
    })),
  };
});

export const getJob = reads<'getJob'>(async ({ world, row, params, now }, _body, { at }) => {
  const instant = at === undefined ? now : readInstant(at, '/at');
  const standing = await needStanding(world, row.id, params['job'] ?? '', instant);
  return { ...describeJob(standing, world), course: courseParts(standing) };
});

/** @param pointer the position of the job's id in the input, if it is not in the path */
export async function needStanding(
  world: World,
  workspaceId: string,
  id: string,
  now: number,
  pointer?: string,
): Promise<JobStanding> {
  const job = await world.store.job(workspaceId, id);
  const standing = job && standingOf(job, world, now);
  if (standing) return standing;
  if (pointer === undefined) throw notFound(`job ${id.slice(0, 100)} in the workspace ${workspaceId}`);
  throw badInput([{ pointer, detail: `must name a job of the workspace ${workspaceId}` }]);
}

export function describeJob(standing: JobStanding, world: World): JobView {
  const presentation = presentationOfJob(standing, world);
  return described(standing, jobView(standing.job.id, standing.state, presentation), world, presentation);
}

/** A job for lists, without its sections: those of a thousand decks take many megabytes. */
function listedJob(standing: JobStanding, world: World): JobView {
  const { job, state } = standing;
  const presentation = emptyPresentationOfJob(standing, world);
  const view = jobView(job.id, state, presentation);
  if (!presentation) return described(standing, view, world);
  const { sections: _, ...brief } = presentation;
  return described(standing, { ...view, presentation: brief }, world, presentation);
}

function described(
  { job, timeline, state }: JobStanding,
  view: object,
  { exposure }: World,
  presentation?: Presentation,
): JobView {
  return {
    generation_id: job.id,
    prompt: job.prompt,
    template_id: job.template.id,
    scenario: timeline.name,
    started_at: isoOf(job.startedAt),
    view: { ...view },
    ...(presentation && { deck_url: exposure?.signDeck(presentation.url) ?? presentation.url }),
    position: {
      step: state.step,
      steps: timeline.steps.length,
      since: isoOf(state.since),
      until: isoOrNull(state.until),
    },
  };
}
