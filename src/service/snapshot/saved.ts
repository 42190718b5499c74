/** Converts jobs, presentations and templates to the form of a snapshot, and back. */
import type { SavedJob, SavedPresentation, SavedTemplate, Snapshot } from '../../generated/control-api.js';
import { KEPT, OPEN, type FieldRules, type Redactor } from '../../journal/redact/redactor.js';
import type { TemplateRow } from '../store/directory-rows.js';
import type { Job, PresentationRecord } from '../store/store.js';

const kept = (...names: string[]): [string, typeof KEPT][] => names.map((name) => [name, KEPT]);

/** The notation of scenarios and faults. A mark in its place could not be read again. */
const NOTATION = kept(
  ...[
    '$schema',
    'template_id',
    'workspace',
    'rate_limit',
    'violates',
    'for',
    'slides',
    'tokens',
    'wait',
    'otherwise',
  ],
  ...['layout', 'on', 'requests', 'during', 'latency', 'connection', 'corrupt', 'drip', 'retry_after'],
);

/** Parts of a scenario or a fault with names of its author. */
const AUTHORED = (['headers', 'body'] as const).map((name): [string, FieldRules] => [name, OPEN]);

const SCENARIO_FIELDS: FieldRules = new Map<string, typeof KEPT | FieldRules>([
  ...NOTATION,
  ...AUTHORED,
  ['view', OPEN],
  ['presentation', OPEN],
  ['active', KEPT],
]);

/** A scenario can add fields of any name to a status view, also an `id`. */
const VIEW_FIELDS: FieldRules = new Map(
  kept('generation_id', 'status', 'workspace_id', 'url', 'created_at', 'updated_at'),
);

const RESPONSE_FIELDS: FieldRules = new Map<string, typeof KEPT | FieldRules>([...NOTATION, ...AUTHORED]);

/** How keys are removed from jobs, snapshots and all that the control API shows. A key can be in every other text. */
export const OWN_FIELDS: FieldRules = ownFields();

function ownFields(): FieldRules {
  const fields = new Map<string, typeof KEPT | FieldRules>([
    ...NOTATION,
    ...kept(
      'id',
      'workspace_id',
      'generation_id',
      'job',
      'kind',
      'status',
      'started_at',
      'created_at',
      'updated_at',
    ),
    ...kept(
      'at',
      'since',
      'until',
      'position',
      'url',
      'deck_url',
      'poll_url',
      'key',
      'clock',
      'exchanges',
      'log',
      'rules',
    ),
    ...kept('default_scenario', 'recording', 'running', 'counters', 'rates'),
    ['scenario', SCENARIO_FIELDS],
    ['answer', RESPONSE_FIELDS],
    ['view', VIEW_FIELDS],
  ]);
  // Where these are not names or ids, they have texts of users inside.
  fields.set('timeline', fields).set('template', fields);
  return fields.set('scenarios', new Map([...fields, ['name', KEPT]]));
}

/** The maximum length of a snapshot as JSON. To check a longer one would take a second of everyone's time. */
export const MOST_OF_SNAPSHOT = 33_554_432;

/** A mark can be longer than its key. */
const MOST_OF_A_TITLE = 80;

/** The parts of a snapshot with marks in place of keys. They can be restored: the notation of scenarios and faults stays. */
export function withoutKeys<T extends Pick<Snapshot, 'scenarios'>>(redactor: Redactor, parts: T): T {
  const clean = redactor.value(parts, OWN_FIELDS);
  const scenarios = clean.scenarios.map(({ scenario, ...rest }) => ({
    ...rest,
    scenario: {
      ...cut(scenario),
      ...(scenario.jobs && { jobs: scenario.jobs.map(cut) }),
    },
  }));
  return { ...clean, scenarios };
}

const cut = <T extends { readonly title?: string }>(scenario: T): T =>
  scenario.title === undefined || scenario.title.length <= MOST_OF_A_TITLE
    ? scenario
    : { ...scenario, title: scenario.title.slice(0, MOST_OF_A_TITLE) };

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
