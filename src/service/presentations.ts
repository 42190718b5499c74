/**
 * Presentations (2.1), wherever they come from. A job's presentation is computed from the job from the moment it is
 * completed, polled or not; what is stored is only what cannot be computed: a new title, and decks made from a template.
 */
import type { Presentation, Section } from '../generated/presentation-api.js';
import { mix } from '../scenario/draw.js';
import type { Timeline } from '../scenario/timeline.js';
import type { Job, PresentationRecord } from '../store/store.js';
import { makeSections, titleFromPrompt, writtenSections } from './deck.js';
import type { World } from './operations/operation.js';
import { projectJob, slidesOf, type JobState } from './project.js';

const JOB = 'gen_';
const PRESENTATION = 'pres_';

export function presentationIdOf(jobId: string): string {
  return PRESENTATION + jobId.slice(JOB.length);
}

function jobIdOf(presentationId: string): string | undefined {
  return presentationId.startsWith(PRESENTATION)
    ? JOB + presentationId.slice(PRESENTATION.length)
    : undefined;
}

/** A job with the timeline it plays and where it stands. */
export interface JobStanding {
  readonly job: Job;
  readonly timeline: Timeline;
  readonly state: JobState;
}

/** Where a job stands now; `undefined` when the timeline it plays is no longer known. */
export function standingOf(job: Job, world: World, now: number): JobStanding | undefined {
  const timeline = world.library.byId(job.timelineId);
  return (
    timeline && {
      job,
      timeline,
      state: projectJob(timeline, job, slidesOf(timeline, job.template.slideCount), now),
    }
  );
}

/** The presentation of a completed job; `undefined` while it is not completed. */
export async function presentationOfJob(
  standing: JobStanding,
  world: World,
): Promise<Presentation | undefined> {
  const { job, state, timeline } = standing;
  if (state.status !== 'completed') return undefined;
  const id = presentationIdOf(job.id);
  const renamed = await world.store.presentation(job.workspaceId, id);
  const made = titleFromPrompt(job.prompt) ?? job.template.name;
  const record = renamed ?? {
    id,
    workspaceId: job.workspaceId,
    title: state.complete.title ?? made,
    createdAt: state.since,
    updatedAt: state.since,
  };
  const { sections } = state.complete;
  const seed = mix(timeline.seed ?? world.seedOf(job.workspaceId), job.prompt, job.template.id);
  return present(
    record,
    typeof sections === 'object'
      ? writtenSections(sections)
      : makeSections(job.template.outline, sections ?? job.template.slideCount, made, seed),
    world,
  );
}

/** Finds a presentation of a workspace by its id. */
export async function findPresentation(
  workspaceId: string,
  id: string,
  world: World,
  now: number,
): Promise<Presentation | undefined> {
  const record = await world.store.presentation(workspaceId, id);
  if (record?.sections) return present(record, record.sections, world);
  const jobId = jobIdOf(id);
  const job = jobId === undefined ? undefined : await world.store.job(workspaceId, jobId);
  const standing = job && standingOf(job, world, now);
  return standing && presentationOfJob(standing, world);
}

/** A stored presentation as the API shows it. */
export function present(
  record: PresentationRecord,
  sections: readonly Section[],
  world: World,
): Presentation {
  const { id, workspaceId } = record;
  return {
    id,
    title: record.title,
    workspace_id: workspaceId,
    sections: [...sections],
    is_public: false,
    url: `${world.publicUrl()}/view/${encodeURIComponent(workspaceId)}/${id}`,
    created_at: new Date(record.createdAt).toISOString(),
    updated_at: new Date(record.updatedAt).toISOString(),
  };
}
