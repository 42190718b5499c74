/** Restores checked snapshots: all of them, or nothing. */
import type { Snapshot } from '../../generated/control-api.js';
import type { Exchange } from '../../journal/exchange.js';
import type { InputFault } from '../../base/user-error.js';
import type { Clock } from '../clock.js';
import { MOST_FAULTS } from '../armed-faults.js';
import { badInput } from '../control/refuse.js';
import type { Service } from '../service.js';
import type { CheckedSnapshot } from './check.js';
import { loadTemplate } from './saved.js';

/** The maximum number of templates that a snapshot adds to a workspace. */
const MOST_TEMPLATES = 1000;

export interface RestoreOptions {
  readonly clockOf: (snapshot: Snapshot) => Clock;
  /** Whether the options of this process override settings that came from the options of the other process. */
  readonly optionsWin?: boolean;
}

/** The clock of a snapshot, from its moment. */
export function clockFrom({ clock: { now, speed, paused } }: Snapshot, real: number): Clock {
  return { realAnchor: real, anchor: now, speed, paused };
}

/** The clock of a process that continues: as if it had run since then. */
export function clockOnward(snapshot: Snapshot, latest = Infinity): Clock {
  return clockFrom(snapshot, Math.min(snapshot.running?.at ?? latest, latest));
}

/** @throws UserError (`bad-input`) if one of them does not fit this process; then nothing has changed */
export function restore(
  service: Service,
  snapshots: readonly CheckedSnapshot[],
  options: RestoreOptions,
): void {
  for (const one of snapshots) {
    const faults = mismatches(service, one, options);
    if (faults.length > 0) throw badInput(faults);
  }
  for (const one of snapshots) restoreOne(service, one, options);
}

function mismatches(
  service: Service,
  { id, snapshot, records }: CheckedSnapshot,
  { clockOf }: RestoreOptions,
): InputFault[] {
  const plays = service.workspace(id, clockOf(snapshot).realAnchor).replay?.name;
  const saved = snapshot.replay?.recording;
  if (saved !== plays) {
    const detail = `is of ${saved ?? 'no recording'}, and this server plays ${plays ?? 'scenarios'}`;
    return [{ pointer: '/replay', detail }];
  }
  const tooMuch: readonly (readonly [pointer: string, fits: boolean])[] = [
    ['/jobs', service.shared.store.fits(records)],
    ['/faults', snapshot.faults.length <= MOST_FAULTS],
    ['/templates', snapshot.templates.length <= MOST_TEMPLATES],
  ];
  return tooMuch.flatMap(([pointer, fits]) =>
    fits ? [] : [{ pointer, detail: 'are more than this mock server keeps' }],
  );
}

function restoreOne(
  service: Service,
  { id, snapshot, records, timelines, fallback, active, faults, rateLimit }: CheckedSnapshot,
  { clockOf, optionsWin = false }: RestoreOptions,
): void {
  const { scenarios, scenario, settings, journal, replay, running, armed } = snapshot;
  const { library, store } = service.shared;
  for (const { id: saved, replaced } of scenarios) {
    const timeline = timelines.get(saved);
    if (timeline && !library.byId(timeline.id)) library.keep(timeline, replaced);
  }
  store.load(id, records);
  if (id !== '') restoreRows(service, id, snapshot);

  const clock = clockOf(snapshot);
  const state = service.workspace(id, clock.realAnchor);
  // The library's own timelines, because it knows which of them are replaced.
  if (!optionsWin || running?.own_settings !== false)
    state.settings = { seed: settings.seed, fallback: library.byId(fallback.id) ?? fallback, rateLimit };
  if (replay) state.replay?.restore(replay);
  state.activate(active && (library.byId(active.id) ?? active), scenario.activation);
  state.armed.load(faults, armed);
  state.clearJournal();
  const exchanges = journal.exchanges as unknown as readonly Exchange[];
  state.journal.load(exchanges, journal.dropped);
  // The numbers of new exchanges continue after it.
  service.countFrom(exchanges.reduce((most, { sequence }) => Math.max(most, sequence), 0));
  state.restartClock(clock);
  if (running) state.counted = { responses: running.responses, isClockSet: running.steered };
}

function restoreRows(service: Service, id: string, { workspace, templates, running }: Snapshot): void {
  const { directory } = service.shared;
  const row = directory.openWorkspace(id);
  if (!row) return;
  directory.putWorkspace(
    { ...row, plan: workspace.plan, apiEnabled: workspace.api_enabled },
    templates.map((template) => loadTemplate(template, id)),
  );
  for (const hash of running?.keys ?? []) if (!directory.keyByHash(hash)) directory.addKey(id, hash);
}
