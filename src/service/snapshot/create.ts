/** Creates snapshots: workspaces as one plain object without keys. `restore.ts` reads them. */
import type { Snapshot, WorkspaceSnapshot } from '../../generated/control-api.js';
import { readClock } from '../clock.js';
import { activeFaults, toFaultView } from '../control/faults.js';
import type { Service } from '../service.js';
import type { WorkspaceState } from '../workspace-state.js';

const FORMAT = { format: 'deckhand-snapshot', version: 4 } as const;

/** One workspace with its traffic, to be restored in any workspace. */
export function createWorkspaceSnapshot(service: Service, id: string, real: number): Snapshot {
  const { keys: _, ...workspace } = snapshotWorkspace(service, id, real, 'workspace');
  const journal = snapshotJournal(service.workspace(id, real), Infinity);
  const snapshot = { ...FORMAT, scope: 'workspace', savedAt: real, workspaces: [{ ...workspace, journal }] };
  // A copy: changes of it do not change the workspace.
  return JSON.parse(JSON.stringify(snapshot)) as Snapshot;
}

/**
 * All workspaces, for a process that continues. The caller makes JSON of it at once.
 * @param newest the number of exchanges of each journal; without it, there are no journals
 */
export function createServerSnapshot(service: Service, real: number, newest?: number): Snapshot {
  const workspaces = service.shared.directory.workspaces().map(({ id }) => ({
    ...snapshotWorkspace(service, id, real, 'server'),
    ...(newest !== undefined && { journal: snapshotJournal(service.workspace(id, real), newest) }),
  }));
  return { ...FORMAT, scope: 'server', savedAt: real, workspaces };
}

function snapshotWorkspace(
  service: Service,
  id: string,
  real: number,
  scope: Snapshot['scope'],
): WorkspaceSnapshot {
  const { store, library, directory } = service.shared;
  const state = service.workspace(id, real);
  const { clock, settings, replay } = state;
  const now = readClock(clock, real);
  const { jobs, presentations, counters, rates } = store.dump(id);
  const active = state.active && library.latestVersion(state.active);
  const { seed, rateLimit, defaultScenario = library.getOrThrow(service.defaultScenario) } = settings;
  // A process that continues has its own options.
  const hasSettings = scope === 'workspace' || settings.defaultScenario !== undefined;
  const hasSpeed = hasSettings || clock.speed !== state.initialSpeed;
  const played = new Set(jobs.map(({ timelineId }) => timelineId));
  const timelines = [
    active,
    hasSettings ? defaultScenario : undefined,
    ...[...played].map((one) => library.byId(one)),
  ];
  const { plan = 'business', apiEnabled = true } = directory.workspace(id) ?? {};
  return service.redactor.redactValue({
    id,
    plan,
    apiEnabled,
    keys: [...directory.newKeysOf(id)],
    ...(hasSettings && {
      settings: {
        seed,
        defaultScenario: defaultScenario.id,
        rateLimit: rateLimit ? `${rateLimit.requests}/${rateLimit.windowMs}ms` : null,
      },
    }),
    clock: { now, ...(hasSpeed && { speed: clock.speed }), paused: clock.paused },
    scenario: {
      active: active?.id ?? null,
      isFromLibrary: active !== undefined && library.get(active.name) === active,
      activationCount: state.activationCount,
    },
    scenarios: [...new Set(timelines)]
      .filter((timeline) => timeline !== undefined)
      .map(({ id: timeline, name, document: scenario }) => ({ id: timeline, name, scenario })),
    ...(replay && { replay: replay.snapshot() }),
    faultCount: state.faultCount,
    faults: activeFaults(state, now).map(toFaultView),
    // The library drops the timelines of the oldest jobs when there are very many.
    jobs: jobs
      .filter(({ timelineId }) => library.byId(timelineId))
      .map((job) => ({ ...withoutWorkspace(job), template: withoutWorkspace(job.template) })),
    presentations: presentations.map(withoutWorkspace),
    templates: directory.ownTemplates(id).map(withoutWorkspace),
    counters: [...counters],
    rateLimits: rates.map(({ bucket, requestTimes }) => ({ bucket, requestTimes: [...requestTimes] })),
    delayedResponseCount: state.responses,
    evicted: store.evictedCounts(id),
  }) as WorkspaceSnapshot;
}

/** Exchanges in a journal are without keys. */
function snapshotJournal(
  { journal }: WorkspaceState,
  newest: number,
): NonNullable<WorkspaceSnapshot['journal']> {
  const all = journal.exchanges();
  const kept = newest === 0 ? [] : all.slice(-newest);
  return { evicted: journal.evicted + all.length - kept.length, exchanges: kept as never };
}

function withoutWorkspace<T extends { readonly workspaceId: string }>({ workspaceId: _, ...row }: T) {
  return row;
}
