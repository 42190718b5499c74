/** Validates a snapshot against its schema and its references, and compiles its scenarios and faults. Changes nothing. */
import type { Snapshot, WorkspaceSnapshot } from '../../generated/control-api.js';
import { validateControl } from '../../generated/validate-control.js';
import { exceedsDepth, MAX_DEPTH } from '../../base/nesting-depth.js';
import { getField } from '../../base/json.js';
import type { InputIssue } from '../../base/user-error.js';
import { compileScenarioObject } from '../../scenario/compile-object.js';
import { parseRateLimit } from '../../scenario/value-syntax.js';
import type { Timeline } from '../../scenario/timeline.js';
import { compileEffects, moveFallbacksToEnd } from '../control/faults.js';
import { formatGivenValue, inputError, parseInstant } from '../control/validate-input.js';
import type { Service } from '../service.js';
import type { WorkspaceDump } from '../store/store.js';
import type { ActiveFault, WorkspaceSettings } from '../workspace-state.js';

export interface ValidatedWorkspace {
  readonly saved: WorkspaceSnapshot;
  readonly records: WorkspaceDump;
  /** By their ids in the snapshot. */
  readonly timelines: ReadonlyMap<string, Timeline>;
  readonly activeFaults: readonly ActiveFault[];
  readonly settings: WorkspaceSettings | undefined;
}

const FORMAT: Snapshot['format'] = 'deckhand-snapshot';
const VERSION: Snapshot['version'] = 4;

/** Adds an issue at a pointer in the workspace of the snapshot. */
type AddIssue = (pointer: string, detail: string) => void;

/** Whether another version of Deckhand wrote this snapshot. */
export function isOfOtherVersion(value: unknown): boolean {
  const format = getField(value, 'format');
  if (typeof format !== 'string' || !format.startsWith('deckhand-')) return false;
  return format !== FORMAT || getField(value, 'version') !== VERSION;
}

/** @throws UserError (`invalid-input`) with every schema error */
export function parseSnapshot(value: unknown): Snapshot {
  if (exceedsDepth(value))
    throw inputError([{ pointer: '', detail: `is nested more than ${MAX_DEPTH} levels deep` }]);
  if (getField(value, 'format') !== FORMAT)
    throw inputError([{ pointer: '', detail: `is not a snapshot of Deckhand, whose format is ${FORMAT}` }]);
  if (getField(value, 'version') !== VERSION)
    throw inputError([
      { pointer: '/version', detail: 'was written by another version of Deckhand; start without it' },
    ]);
  const errors = validateControl('Snapshot', value);
  if (errors.length === 0) return value as Snapshot;
  throw inputError(
    errors.map(({ pointer, detail }) => ({
      pointer,
      detail: detail.startsWith('must') ? detail + formatGivenValue(value, pointer) : detail,
    })),
  );
}

/**
 * @param id the existing workspace in which it will be restored
 * @param at the pointer to `saved`
 * @param issues gets every issue
 */
export function validateWorkspace(
  service: Service,
  id: string,
  saved: WorkspaceSnapshot,
  real: number,
  at: string,
  issues: InputIssue[],
): ValidatedWorkspace {
  const addIssue: AddIssue = (pointer, detail) => void issues.push({ pointer: at + pointer, detail });
  const currentRecording = service.workspace(id, real).replay?.name;
  const savedRecording = saved.replay?.recording;
  if (savedRecording !== currentRecording)
    addIssue(
      '/replay',
      `was taken with ${savedRecording === undefined ? 'scenarios' : `recording ${savedRecording}`}, but this server replays ${currentRecording ?? 'no recording'}`,
    );
  const timelines = compileTimelines(saved, addIssue);
  const findTimeline = (timeline: string, pointer: string): Timeline | undefined => {
    if (!timelines.has(timeline)) addIssue(pointer, 'must be the id of one of the scenarios');
    return timelines.get(timeline);
  };
  if (saved.scenario.active !== null) findTimeline(saved.scenario.active, '/scenario/active');
  for (const [index, { timelineId, startedAt, events }] of saved.jobs.entries()) {
    findTimeline(timelineId, `/jobs/${index}/timelineId`);
    if (events.some(({ at }, event) => at < (events[event - 1]?.at ?? startedAt)))
      addIssue(`/jobs/${index}/events`, 'must be in chronological order');
  }
  for (const list of ['jobs', 'presentations', 'templates'] as const)
    for (const index of duplicateIndexes(saved[list])) addIssue(`/${list}/${index}/id`, 'must be unique');
  const records = toWorkspaceDump(saved, id, timelines);
  for (const list of ['jobs', 'presentations'] as const) {
    const { length } = records[list];
    const { maxRecords } = service.shared.store;
    if (length > maxRecords)
      addIssue(
        `/${list}`,
        `are ${length}, more than the ${maxRecords} of this mock server: raise it with --max-stored-jobs ${length} (maxStoredJobs)`,
      );
  }
  const settings = saved.settings && {
    seed: saved.settings.seed,
    defaultScenario: findTimeline(saved.settings.defaultScenario, '/settings/defaultScenario'),
    rateLimit: parseRateLimitOrReport(saved.settings.rateLimit, addIssue),
  };
  const activeFaults = moveFallbacksToEnd(
    saved.faults.map((fault, index) => compileActiveFault(fault, `${at}/faults/${index}`)),
  );
  return { saved, records, timelines, settings, activeFaults };
}

/** The indexes of records with the id of an earlier record. */
export function duplicateIndexes(records: readonly { readonly id: string }[]): readonly number[] {
  const first = new Map(records.map(({ id }, index) => [id, index] as const).toReversed());
  return records.flatMap(({ id }, index) => (first.get(id) === index ? [] : [index]));
}

function compileTimelines({ scenarios }: WorkspaceSnapshot, addIssue: AddIssue): Map<string, Timeline> {
  const timelines = new Map<string, Timeline>();
  for (const [index, { id, name, scenario }] of scenarios.entries()) {
    const compiled = compileScenarioObject(name, scenario);
    if ('timeline' in compiled) timelines.set(id, compiled.timeline);
    else
      for (const { pointer, detail } of compiled.issues)
        addIssue(`/scenarios/${index}/scenario${pointer}`, detail);
  }
  return timelines;
}

/** Converts a snapshot to the records of the store, with the id of the target workspace. */
function toWorkspaceDump(
  { jobs, presentations, templates, counters, rateLimits, evicted }: WorkspaceSnapshot,
  workspaceId: string,
  timelines: ReadonlyMap<string, Timeline>,
): WorkspaceDump {
  const workspaceTemplates = new Set(templates.map(({ id }) => id));
  return {
    jobs: jobs.map(({ timelineId, template, ...job }) => ({
      ...job,
      workspaceId,
      // The id of a timeline contains a hash of its content, in which keys were redacted.
      timelineId: timelines.get(timelineId)?.id ?? timelineId,
      template: { ...template, workspaceId: workspaceTemplates.has(template.id) ? workspaceId : '*' },
    })),
    presentations: presentations.map((record) => ({ ...record, workspaceId })),
    counters,
    rateLimits,
    evicted,
  };
}

/** @throws UserError (`invalid-input`) for values that pass the schema but cannot exist */
function compileActiveFault(
  {
    id,
    operation,
    remaining,
    applied,
    expires_at,
    job,
    attempts,
    fallback,
    ...effects
  }: WorkspaceSnapshot['faults'][number],
  pointer: string,
): ActiveFault {
  const fault = compileEffects(operation, effects, pointer);
  return {
    id,
    fault,
    effects,
    remaining,
    applied,
    expiresAt: parseInstant(expires_at, `${pointer}/expires_at`),
    job,
    attempts,
    fallback,
  };
}

function parseRateLimitOrReport(text: string | null, addIssue: AddIssue): WorkspaceSettings['rateLimit'] {
  const rateLimit = text === null ? undefined : parseRateLimit(text);
  if (text !== null && !rateLimit) addIssue('/settings/rateLimit', 'must be a rate limit such as 20/1m');
  return rateLimit;
}
