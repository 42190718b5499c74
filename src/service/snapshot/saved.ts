/** Converts jobs, presentations and templates to the form of a snapshot, and back. */
import type { SavedJob, SavedPresentation, SavedTemplate } from '../../generated/control-api.js';
import type { TemplateRow } from '../store/directory-rows.js';
import type { Job, PresentationRecord } from '../store/store.js';

/** The maximum length of a snapshot as JSON. To check a longer one would take a second of everyone's time. */
export const MOST_OF_SNAPSHOT = 33_554_432;

export function saveTemplate({ id, name, description, outline, slideCount }: TemplateRow): SavedTemplate {
  return { id, name, description, outline: [...outline], slide_count: slideCount };
}

export function loadTemplate({ slide_count, ...rest }: SavedTemplate, workspaceId: string): TemplateRow {
  return { ...rest, slideCount: slide_count, workspaceId };
}

export function saveJob(job: Job): SavedJob {
  const { id, startedAt, prompt, template, timelineId, seed, events, renamed } = job;
  return {
    id,
    started_at: startedAt,
    prompt,
    template: saveTemplate(template),
    timeline: timelineId,
    seed,
    events: [...events],
    ...(renamed && { renamed }),
  };
}

/** @param timelineId the id of its timeline in this library */
export function loadJob(
  { id, started_at, prompt, seed, events, renamed }: SavedJob,
  workspaceId: string,
  timelineId: string,
  template: TemplateRow,
): Job {
  return {
    id,
    workspaceId,
    startedAt: started_at,
    prompt,
    template,
    timelineId,
    seed,
    events,
    ...(renamed && { renamed }),
  };
}

export function savePresentation(record: PresentationRecord): SavedPresentation {
  const { id, title, createdAt, updatedAt, sections, templateId } = record;
  return {
    id,
    title,
    created_at: createdAt,
    updated_at: updatedAt,
    sections: [...sections],
    ...(templateId !== undefined && { template: templateId }),
  };
}

export function loadPresentation(saved: SavedPresentation, workspaceId: string): PresentationRecord {
  const { id, title, created_at, updated_at, sections, template: templateId } = saved;
  const times = { createdAt: created_at, updatedAt: updated_at };
  return { id, workspaceId, title, ...times, sections, ...(templateId !== undefined && { templateId }) };
}
