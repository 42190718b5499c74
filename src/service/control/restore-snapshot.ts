/** The verb that restores a snapshot: all of it, or nothing. */
import type { Snapshot } from '../../generated/control-api.js';
import type { Exchange } from '../../journal/exchange.js';
import type { WorkspaceRecords } from '../store/store.js';
import type { Service } from '../service.js';
import type { WorkspaceState } from '../workspace-state.js';
import { checkSnapshot, type CheckedSnapshot } from './check-snapshot.js';
import { badInput } from './refuse.js';
import { loadJob, loadPresentation, loadTemplate } from './saved.js';
import { changes, type Scene } from './scene.js';
import { workspaceView } from './workspaces.js';

export const restoreSnapshot = changes<'restoreSnapshot'>((scene, snapshot: Snapshot) => {
  const { shared, row } = scene;
  const checked = checkSnapshot(snapshot, scene.hash);
  const [saved, plays] = [snapshot.replay?.recording, scene.state.replay?.name];
  if (saved !== plays)
    throw badInput([
      {
        pointer: '/replay',
        detail: `is of ${saved ?? 'no recording'}, and this server plays ${plays ?? 'scenarios'}`,
      },
    ]);
  for (const timeline of checked.timelines.values()) shared.library.keep(timeline);
  const isLoaded = shared.store.load(row.id, recordsOf(snapshot, checked, row.id));
  if (!isLoaded) throw badInput([{ pointer: '/jobs', detail: 'are more than this stand-in keeps' }]);

  const { plan, api_enabled: apiEnabled } = snapshot.workspace;
  const restored = { ...row, plan, apiEnabled };
  const templates = snapshot.templates.map((template) => loadTemplate(template, row.id));
  shared.directory.putWorkspace(restored, templates);
  restoreState(scene, snapshot, checked);
  return workspaceView({ ...scene, row: restored });
});

function recordsOf(snapshot: Snapshot, { timelines }: CheckedSnapshot, id: string): WorkspaceRecords {
  return {
    jobs: snapshot.jobs.map((job) => loadJob(job, id, timelines.get(job.timeline)?.id ?? job.timeline)),
    presentations: snapshot.presentations.map((saved) => loadPresentation(saved, id)),
    counters: snapshot.counters,
    rates: snapshot.rates.map(({ bucket, granted }) => [bucket, granted] as const),
  };
}

function restoreState({ service, state, real }: Scene, snapshot: Snapshot, checked: CheckedSnapshot): void {
  const { clock, scenario, settings, journal } = snapshot;
  const { active, fallback, faults, rateLimit } = checked;
  state.settings = { seed: settings.seed, fallback, rateLimit };
  if (snapshot.replay) state.replay?.restore(snapshot.replay);
  state.activate(active, scenario.activation);
  state.armed.load(faults, snapshot.armed);
  loadJournal(service, state, journal.exchanges as unknown as readonly Exchange[], journal.dropped);
  state.restartClock({ realAnchor: real, anchor: clock.now, speed: clock.speed, paused: clock.paused });
  state.events?.emit('reset');
}

/** Replaces a workspace's journal. The numbers of new exchanges continue after it. */
export function loadJournal(
  service: Service,
  state: WorkspaceState,
  exchanges: readonly Exchange[],
  dropped: number,
): void {
  state.clearJournal();
  state.journal.load(exchanges, dropped);
  service.countFrom(exchanges.reduce((most, { sequence }) => Math.max(most, sequence), 0));
}
