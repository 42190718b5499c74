/** Validates a snapshot against its schema and its references, and compiles its scenarios and faults. Changes nothing. */
import type { Snapshot, WorkspaceSnapshot } from '../../generated/control-api.js';
import { validateControl } from '../../generated/validate-control.js';
import { exceedsDepth, MAX_DEPTH } from '../../base/nesting-depth.js';
import { getField } from '../../base/json.js';
import { parseJsonPointer } from '../../base/json-pointer.js';
import type { InputIssue } from '../../base/user-error.js';
import { compileScenarioObject } from '../../scenario/compile-object.js';
import { parseRateLimit } from '../../scenario/value-syntax.js';
import type { Timeline } from '../../scenario/timeline.js';
import { compileEffects } from '../control/faults.js';
import { inputError, parseInstant } from '../control/validate-input.js';
import type { Service } from '../service.js';
import type { WorkspaceDump } from '../store/store.js';
import type { ActiveFault, WorkspaceSettings } from '../workspace-state.js';

export interface ValidatedWorkspace {
  readonly saved: WorkspaceSnapshot;
  readonly records: WorkspaceDump;
  /** By their ids in the snapshot. */
  readonly timelines: ReadonlyMap<string, Timeline>;
  readonly armed: readonly ActiveFault[];
  readonly settings: WorkspaceSettings | undefined;
}

const FORMAT: Snapshot['format'] = 'deckhand-snapshot';
const VERSION: Snapshot['version'] = 4;

/** Notes a mistake at a place in the saved workspace. */
type AddIssue = (pointer: string, detail: string) => void;

/** @throws UserError (`invalid-input`) with every difference from the schema */
export function parseSnapshot(value: unknown): Snapshot {
  if (exceedsDepth(value))
    throw inputError([{ pointer: '', detail: `is nested more than ${MAX_DEPTH} levels deep` }]);
  if (getField(value, 'format') !== FORMAT)
    throw inputError([{ pointer: '', detail: `is not a snapshot of Deckhand, whose format is ${FORMAT}` }]);
  if (getField(value, 'version') !== VERSION)
    throw inputError([
      { pointer: '/version', detail: 'was written by another version of Deckhand; start without it' },
    ]);
  const faults = validateControl('Snapshot', value);
  if (faults.length === 0) return value as Snapshot;
  throw inputError(
    faults.map(({ pointer, detail }) => ({
      pointer,
      detail: detail.startsWith('must') ? detail + actualValueText(value, pointer) : detail,
    })),
  );
}

/**
 * @param id the workspace that it will be loaded in, which exists
 * @param at the pointer to `saved`
 * @param faults gets every mistake
 */
export function validateWorkspace(
  service: Service,
  id: string,
  saved: WorkspaceSnapshot,
  real: number,
  at: string,
  faults: InputIssue[],
): ValidatedWorkspace {
  const refuse: AddIssue = (pointer, detail) => void faults.push({ pointer: at + pointer, detail });
  const plays = service.workspace(id, real).replay?.name;
  const played = saved.replay?.recording;
  if (played !== plays)
    refuse(
      '/replay',
      `was taken with ${played === undefined ? 'scenarios' : `recording ${played}`}, but this server replays ${plays ?? 'no recording'}`,
    );
  const timelines = compileTimelines(saved, refuse);
  const timelineOf = (timeline: string, pointer: string): Timeline | undefined => {
    if (!timelines.has(timeline)) refuse(pointer, 'must be the id of one of the scenarios');
    return timelines.get(timeline);
  };
  if (saved.scenario.active !== null) timelineOf(saved.scenario.active, '/scenario/active');
  for (const [index, { timelineId, startedAt, events }] of saved.jobs.entries()) {
    timelineOf(timelineId, `/jobs/${index}/timelineId`);
    if (events.some(({ at }, event) => at < (events[event - 1]?.at ?? startedAt)))
      refuse(`/jobs/${index}/events`, 'must be in the order of time');
  }
  for (const list of ['jobs', 'presentations', 'templates'] as const)
    for (const index of duplicateIndexes(saved[list])) refuse(`/${list}/${index}/id`, 'must be unique');
  const records = toWorkspaceDump(saved, id, timelines);
  if (!service.shared.store.hasCapacityFor(records))
    refuse('/jobs', 'exceed maxStoredJobs of this mock server');
  const settings = saved.settings && {
    seed: saved.settings.seed,
    defaultScenario: timelineOf(saved.settings.defaultScenario, '/settings/fallback'),
    rateLimit: parseRateLimitOrReport(saved.settings.rateLimit, refuse),
  };
  const armed = saved.faults.map((fault, index) => compileActiveFault(fault, `${at}/faults/${index}`));
  return { saved, records, timelines, settings, armed };
}

/** The indexes of rows whose id an earlier row has. */
export function duplicateIndexes(rows: readonly { readonly id: string }[]): readonly number[] {
  const first = new Map(rows.map(({ id }, index) => [id, index] as const).toReversed());
  return rows.flatMap(({ id }, index) => (first.get(id) === index ? [] : [index]));
}

function compileTimelines({ scenarios }: WorkspaceSnapshot, refuse: AddIssue): Map<string, Timeline> {
  const timelines = new Map<string, Timeline>();
  for (const [index, { id, name, scenario }] of scenarios.entries()) {
    const checked = compileScenarioObject(name, scenario);
    if ('timeline' in checked) timelines.set(id, checked.timeline);
    else
      for (const { pointer, detail } of checked.issues)
        refuse(`/scenarios/${index}/scenario${pointer}`, detail);
  }
  return timelines;
}

/** The rows of the store, in the workspace that they are loaded in. */
function toWorkspaceDump(
  { jobs, presentations, templates, counters, rateLimits, evicted }: WorkspaceSnapshot,
  workspaceId: string,
  timelines: ReadonlyMap<string, Timeline>,
): WorkspaceDump {
  const own = new Set(templates.map(({ id }) => id));
  return {
    jobs: jobs.map(({ timelineId, template, ...job }) => ({
      ...job,
      workspaceId,
      // The id of a timeline is the digest of its content, and a key in it was replaced by a mark.
      timelineId: timelines.get(timelineId)?.id ?? timelineId,
      template: { ...template, workspaceId: own.has(template.id) ? workspaceId : '*' },
    })),
    presentations: presentations.map((row) => ({ ...row, workspaceId })),
    counters,
    rates: rateLimits.map(({ bucket, requestTimes }) => ({ bucket, requestTimes: requestTimes })),
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
    ...effects
  }: WorkspaceSnapshot['faults'][number],
  pointer: string,
): ActiveFault {
  const fault = compileEffects(operation, effects, pointer);
  return {
    id,
    fault,
    effects,
    remaining: remaining,
    happened: applied,
    expiresAt: parseInstant(expires_at, `${pointer}/until`),
    job,
    tried: attempts,
  };
}

function parseRateLimitOrReport(text: string | null, refuse: AddIssue): WorkspaceSettings['rateLimit'] {
  const rate = text === null ? undefined : parseRateLimit(text);
  if (text !== null && !rate) refuse('/settings/rateLimit', 'must be a rate such as 20/1m');
  return rate;
}

/** What is at a place, for a message. */
function actualValueText(root: unknown, pointer: string): string {
  const value = parseJsonPointer(pointer).reduce<unknown>(
    (parent, name) => (Array.isArray(parent) ? parent[Number(name)] : getField(parent, name)),
    root,
  );
  if (value === undefined || typeof value === 'object') return '';
  const text = JSON.stringify(value);
  return `, not ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
