/**
 * The presentations (2.1) of jobs and of templates. A job's presentation is computed from the completed job, even if no
 * client polled it. The store has only the parts that cannot be computed: new titles, and decks made from a template.
 */
import type { Presentation, Section } from '../generated/presentation-api.js';
import { mix } from '../scenario/draw.js';
import type { Step } from '../scenario/timeline.js';
import type { Job, PresentationRecord } from './store/store.js';
import { makeSections, titleFromPrompt, writtenSections } from './deck.js';
import type { ServiceContext } from './context.js';
import { fill } from '../base/placeholders.js';
import { currentJob, type CurrentJob } from './job-view.js';

type CompleteStep = Extract<Step, { kind: 'complete' }>;

const JOB = 'gen_';
const PRESENTATION = 'pres_';

export function presentationIdOf(jobId: string): string {
  return PRESENTATION + jobId.slice(JOB.length);
}

/** The id of the job with this presentation, if the id belongs to a job. */
function jobIdOf(presentationId: string): string {
  return presentationId.startsWith(PRESENTATION) ? JOB + presentationId.slice(PRESENTATION.length) : '';
}

/** The presentation of a completed job; `undefined` while it is not completed. */
export function presentationOfJob(current: CurrentJob, shared: ServiceContext): Presentation | undefined {
  return makePresentation(current, shared, sectionsOf);
}

/** The same without sections, because they take the most time. */
export function emptyPresentationOfJob(
  current: CurrentJob,
  shared: ServiceContext,
): Presentation | undefined {
  const presentation = makePresentation(current, shared, () => []);
  return presentation && { ...presentation, sections: [] };
}

function makePresentation(
  { job, state, timeline }: CurrentJob,
  shared: ServiceContext,
  makeSectionsOf: typeof sectionsOf,
): Presentation | undefined {
  if (state.status !== 'completed') return undefined;
  const drafted = titleFromPrompt(job.prompt) ?? job.template.name;
  const { title, sections, isPublic, presentation } = state.complete;
  const seed = mix(timeline.seed ?? shared.seedOf(job.workspaceId), job.prompt, job.template.id);
  const record = {
    id: presentationIdOf(job.id),
    workspaceId: job.workspaceId,
    title: job.renamed?.title ?? title ?? drafted,
    createdAt: state.since,
    updatedAt: job.renamed?.at ?? state.since,
    sections: makeSectionsOf(job, sections, drafted, seed),
  };
  const created = { ...present(record, shared), is_public: isPublic };
  if (!presentation) return created;
  // A new title replaces every other one.
  const { title: _, ...rest } = presentation;
  return {
    ...created,
    ...(fill(job.renamed ? rest : presentation, {
      ...created,
      generation_id: job.id,
      presentation_id: created.id,
    }) as object),
  };
}

function sectionsOf(
  { template }: Job,
  wanted: CompleteStep['sections'],
  title: string,
  seed: number,
): readonly Section[] {
  return typeof wanted === 'object'
    ? writtenSections(wanted)
    : makeSections(template.outline, wanted ?? template.slideCount, title, seed);
}

/** Finds a presentation of a workspace by its id. */
export function findPresentation(
  workspaceId: string,
  id: string,
  shared: ServiceContext,
  now: number,
): Presentation | undefined {
  const record = shared.store.presentation(workspaceId, id);
  if (record) return present(record, shared);
  return presentationNow(shared.store.job(workspaceId, jobIdOf(id)), shared, now);
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
    currentJob(job, shared, now)?.state.status === 'completed'
      ? { ...job, renamed: { title, at: now } }
      : job;
  const record = store.presentation(workspaceId, id);
  if (!record) return presentationNow(store.changeJob(workspaceId, jobIdOf(id), rename), shared, now);
  const renamed = { ...record, title, updatedAt: now };
  store.putPresentation(renamed);
  return present(renamed, shared);
}

/** The presentation of a job that is completed at this time. */
function presentationNow(
  job: Job | undefined,
  shared: ServiceContext,
  now: number,
): Presentation | undefined {
  const current = job && currentJob(job, shared, now);
  return current && presentationOfJob(current, shared);
}

/** A stored presentation in the form of the API. */
export function present(record: PresentationRecord, shared: ServiceContext): Presentation {
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
