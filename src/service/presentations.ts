/**
 * Builds the presentations (2.1) of completed jobs, also if no client polled them. The store contains only what cannot be computed:
 * new titles, and presentations from templates.
 */
import type { Presentation, Section } from '../generated/presentation-api.js';
import { hash32 } from '../scenario/seeded-random.js';
import type { CompiledStep } from '../scenario/timeline.js';
import type { Job, PresentationRecord } from './store/store.js';
import { generateSections, titleFromPrompt, toSections } from './generate-deck.js';
import type { ServiceContext } from './context.js';
import { fillPlaceholders } from '../base/placeholders.js';
import { projectCurrentJob, type CurrentJob } from './job-view.js';

type CompleteStep = Extract<CompiledStep, { kind: 'complete' }>;

const JOB_ID_PREFIX = 'gen_';
const PRESENTATION_ID_PREFIX = 'pres_';

export function toPresentationId(jobId: string): string {
  return PRESENTATION_ID_PREFIX + jobId.slice(JOB_ID_PREFIX.length);
}

/** The id of the job with this presentation, if the id belongs to a job. */
function toJobId(presentationId: string): string {
  return presentationId.startsWith(PRESENTATION_ID_PREFIX)
    ? JOB_ID_PREFIX + presentationId.slice(PRESENTATION_ID_PREFIX.length)
    : '';
}

/** The presentation of a completed job; `undefined` before its completion. */
export function buildJobPresentation(current: CurrentJob, shared: ServiceContext): Presentation | undefined {
  return buildPresentation(current, shared, buildSections);
}

/** The same without its sections, which take the most time to generate. */
export function buildPresentationSummary(
  current: CurrentJob,
  shared: ServiceContext,
): Presentation | undefined {
  const presentation = buildPresentation(current, shared, () => []);
  return presentation && { ...presentation, sections: [] };
}

function buildPresentation(
  { job, state, timeline }: CurrentJob,
  shared: ServiceContext,
  generate: typeof buildSections,
): Presentation | undefined {
  if (state.status !== 'completed') return undefined;
  const generatedTitle = titleFromPrompt(job.prompt) ?? job.template.name;
  const { title, sections, isPublic, presentation } = state.complete;
  const seed = hash32(timeline.seed ?? shared.getSeed(job.workspaceId), job.prompt, job.template.id);
  const record = {
    id: toPresentationId(job.id),
    workspaceId: job.workspaceId,
    title: job.renamed?.title ?? title ?? generatedTitle,
    createdAt: state.since,
    updatedAt: job.renamed?.at ?? state.since,
    sections: generate(job, sections, generatedTitle, seed),
  };
  const created = { ...toPresentation(record, shared), is_public: isPublic };
  if (!presentation) return created;
  // A rename overrides every other title.
  const { title: _, ...rest } = presentation;
  return {
    ...created,
    ...(fillPlaceholders(job.renamed ? rest : presentation, {
      ...created,
      generation_id: job.id,
      presentation_id: created.id,
    }) as object),
  };
}

function buildSections(
  { template }: Job,
  sections: CompleteStep['sections'],
  title: string,
  seed: number,
): readonly Section[] {
  return typeof sections === 'object'
    ? toSections(sections)
    : generateSections(template.outline, sections ?? template.slideCount, title, seed);
}

/** Finds a presentation of a workspace by its id. */
export function findPresentation(
  workspaceId: string,
  id: string,
  shared: ServiceContext,
  now: number,
): Presentation | undefined {
  const record = shared.store.presentation(workspaceId, id);
  if (record) return toPresentation(record, shared);
  return getJobPresentation(shared.store.job(workspaceId, toJobId(id)), shared, now);
}

/**
 * Changes the title of a presentation.
 * @returns the changed presentation; `undefined` when it does not exist
 */
export function renamePresentation(
  workspaceId: string,
  id: string,
  title: string,
  shared: ServiceContext,
  now: number,
): Presentation | undefined {
  const { store } = shared;
  const rename = (job: Job): Job =>
    projectCurrentJob(job, shared, now)?.state.status === 'completed'
      ? { ...job, renamed: { title, at: now } }
      : job;
  const record = store.presentation(workspaceId, id);
  if (!record) return getJobPresentation(store.changeJob(workspaceId, toJobId(id), rename), shared, now);
  const renamed = { ...record, title, updatedAt: now };
  store.putPresentation(renamed);
  return toPresentation(renamed, shared);
}

/** The presentation of a job that is completed at this time. */
function getJobPresentation(
  job: Job | undefined,
  shared: ServiceContext,
  now: number,
): Presentation | undefined {
  const current = job && projectCurrentJob(job, shared, now);
  return current && buildJobPresentation(current, shared);
}

/** Converts a stored presentation to the body of the API. */
export function toPresentation(record: PresentationRecord, shared: ServiceContext): Presentation {
  const { id, workspaceId } = record;
  return {
    id,
    title: record.title,
    workspace_id: workspaceId,
    sections: [...record.sections],
    is_public: false,
    url: `${shared.publicUrl()}/view/${encodeURIComponent(workspaceId)}/${id}`,
    created_at: new Date(record.createdAt).toISOString(),
    updated_at: new Date(record.updatedAt).toISOString(),
  };
}
