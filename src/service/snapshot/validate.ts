/** Checks a saved state: against its schema, then what the schema cannot check. Compiles its scenarios and faults. Changes nothing. */
import type { SavedState, SavedWorkspace } from '../../generated/control-api.js';
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
  readonly saved: SavedWorkspace;
  readonly records: WorkspaceDump;
  /** By their ids in the saved state. */
  readonly timelines: ReadonlyMap<string, Timeline>;
  readonly armed: readonly ActiveFault[];
  readonly settings: WorkspaceSettings | undefined;
}

const STATE_FORMAT: SavedState['format'] = 'deckhand-state';

/** Notes a mistake at a place in the saved workspace. */
type AddIssue = (pointer: string, detail: string) => void;

/** @throws UserError (`bad-input`) with every difference from the schema */
export function parseSnapshot(value: unknown): SavedState {
  if (exceedsDepth(value))
    throw inputError([{ pointer: '', detail: `is nested more than ${MAX_DEPTH} levels deep` }]);
  if (getField(value, 'format') !== STATE_FORMAT)
    throw inputError([
      { pointer: '', detail: `is not a saved state of Deckhand, whose format is ${STATE_FORMAT}` },
    ]);
  const faults = validateControl('SavedState', value);
  if (faults.length === 0) return value as SavedState;
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
  saved: SavedWorkspace,
  real: number,
  at: string,
  faults: InputIssue[],
): ValidatedWorkspace {
  const refuse: AddIssue = (pointer, detail) => void faults.push({ pointer: at + pointer, detail });
  const plays = service.workspace(id, real).replay?.name;
  const played = saved.replay?.recording;
  if (played !== plays)
    refuse('/replay', `is of ${played ?? 'no recording'}, and this server plays ${plays ?? 'scenarios'}`);
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
    for (const index of duplicateIndexes(saved[list]))
      refuse(`/${list}/${index}/id`, 'must not be there twice');
  const records = toWorkspaceDump(saved, id, timelines);
  if (!service.shared.store.hasCapacityFor(records)) refuse('/jobs', 'are more than this mock server keeps');
  const settings = saved.settings && {
    seed: saved.settings.seed,
    defaultScenario: timelineOf(saved.settings.fallback, '/settings/fallback'),
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

function compileTimelines({ scenarios }: SavedWorkspace, refuse: AddIssue): Map<string, Timeline> {
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
  { jobs, presentations, templates, counters, rates, evicted }: SavedWorkspace,
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
    rates: rates.map(({ bucket, granted }) => ({ bucket, requestTimes: granted })),
    evicted,
  };
}

/** @throws UserError (`bad-input`) for effects or an instant that the schema accepts, and that there are not */
function compileActiveFault(
  { id, on, left, happened, until, job, tried, ...effects }: SavedWorkspace['faults'][number],
  pointer: string,
): ActiveFault {
  const fault = compileEffects(on, effects, pointer);
  return {
    id,
    fault,
    effects,
    remaining: left,
    happened,
    expiresAt: parseInstant(until, `${pointer}/until`),
    job,
    tried,
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
