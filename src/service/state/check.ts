/** Checks a saved state: against its schema, then what the schema cannot check. Compiles its scenarios and faults. Changes nothing. */
import type { SavedState, SavedWorkspace } from '../../generated/control-api.js';
import { validateControl } from '../../generated/validate-control.js';
import { isDeeperThan, MOST_LEVELS } from '../../base/depth.js';
import { fieldOf } from '../../base/json.js';
import { parsePointer } from '../../base/json-pointer.js';
import type { InputFault } from '../../base/user-error.js';
import { checkScenario } from '../../scenario/check.js';
import { parseRateLimit } from '../../scenario/notation.js';
import type { Timeline } from '../../scenario/timeline.js';
import { compileEffects } from '../control/faults.js';
import { badInput, readInstant } from '../control/check-input.js';
import type { Service } from '../service.js';
import type { WorkspaceRecords } from '../store/store.js';
import type { ArmedFault, WorkspaceSettings } from '../workspace-state.js';

export interface CheckedWorkspace {
  readonly saved: SavedWorkspace;
  readonly records: WorkspaceRecords;
  /** By their ids in the saved state. */
  readonly timelines: ReadonlyMap<string, Timeline>;
  readonly armed: readonly ArmedFault[];
  readonly settings: WorkspaceSettings | undefined;
}

const STATE_FORMAT: SavedState['format'] = 'deckhand-state';

/** Notes a mistake at a place in the saved workspace. */
type Refuse = (pointer: string, detail: string) => void;

/** @throws UserError (`bad-input`) with every difference from the schema */
export function checkShape(value: unknown): SavedState {
  if (isDeeperThan(value))
    throw badInput([{ pointer: '', detail: `is nested more than ${MOST_LEVELS} levels deep` }]);
  if (fieldOf(value, 'format') !== STATE_FORMAT)
    throw badInput([
      { pointer: '', detail: `is not a saved state of Deckhand, whose format is ${STATE_FORMAT}` },
    ]);
  const faults = validateControl('SavedState', value);
  if (faults.length === 0) return value as SavedState;
  throw badInput(
    faults.map(({ pointer, expected }) => ({
      pointer,
      detail: expected.startsWith('must') ? expected + found(value, pointer) : expected,
    })),
  );
}

/**
 * @param id the workspace that it will be loaded in, which exists
 * @param at the pointer to `saved`
 * @param faults gets every mistake
 */
export function checkWorkspace(
  service: Service,
  id: string,
  saved: SavedWorkspace,
  real: number,
  at: string,
  faults: InputFault[],
): CheckedWorkspace {
  const refuse: Refuse = (pointer, detail) => void faults.push({ pointer: at + pointer, detail });
  const plays = service.workspace(id, real).replay?.name;
  const played = saved.replay?.recording;
  if (played !== plays)
    refuse('/replay', `is of ${played ?? 'no recording'}, and this server plays ${plays ?? 'scenarios'}`);
  const timelines = compiledTimelines(saved, refuse);
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
    for (const index of repeated(saved[list])) refuse(`/${list}/${index}/id`, 'must not be there twice');
  const records = recordsOf(saved, id, timelines);
  if (!service.shared.store.fits(records)) refuse('/jobs', 'are more than this mock server keeps');
  const settings = saved.settings && {
    seed: saved.settings.seed,
    fallback: timelineOf(saved.settings.fallback, '/settings/fallback'),
    rateLimit: rateLimitOf(saved.settings.rateLimit, refuse),
  };
  const armed = saved.faults.map((fault, index) => armedFault(fault, `${at}/faults/${index}`));
  return { saved, records, timelines, settings, armed };
}

/** The indexes of rows whose id an earlier row has. */
export function repeated(rows: readonly { readonly id: string }[]): readonly number[] {
  const first = new Map(rows.map(({ id }, index) => [id, index] as const).toReversed());
  return rows.flatMap(({ id }, index) => (first.get(id) === index ? [] : [index]));
}

function compiledTimelines({ scenarios }: SavedWorkspace, refuse: Refuse): Map<string, Timeline> {
  const timelines = new Map<string, Timeline>();
  for (const [index, { id, name, scenario }] of scenarios.entries()) {
    const checked = checkScenario(name, scenario);
    if ('timeline' in checked) timelines.set(id, checked.timeline);
    else
      for (const { pointer, expected } of checked.mistakes)
        refuse(`/scenarios/${index}/scenario${pointer}`, expected);
  }
  return timelines;
}

/** The rows of the store, in the workspace that they are loaded in. */
function recordsOf(
  { jobs, presentations, templates, counters, rates, evicted }: SavedWorkspace,
  workspaceId: string,
  timelines: ReadonlyMap<string, Timeline>,
): WorkspaceRecords {
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
    rates,
    evicted,
  };
}

/** @throws UserError (`bad-input`) for effects or an instant that the schema accepts, and that there are not */
function armedFault(
  { id, on, left, happened, until, job, tried, ...effects }: SavedWorkspace['faults'][number],
  pointer: string,
): ArmedFault {
  const fault = compileEffects(on, effects, pointer);
  return { id, fault, effects, left, happened, until: readInstant(until, `${pointer}/until`), job, tried };
}

function rateLimitOf(text: string | null, refuse: Refuse): WorkspaceSettings['rateLimit'] {
  const rate = text === null ? undefined : parseRateLimit(text);
  if (text !== null && !rate) refuse('/settings/rateLimit', 'must be a rate such as 20/1m');
  return rate;
}

/** What is at a place, for a message. */
function found(root: unknown, pointer: string): string {
  const value = parsePointer(pointer).reduce<unknown>(
    (parent, name) => (Array.isArray(parent) ? parent[Number(name)] : fieldOf(parent, name)),
    root,
  );
  if (value === undefined || typeof value === 'object') return '';
  const text = JSON.stringify(value);
  return `, not ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}
