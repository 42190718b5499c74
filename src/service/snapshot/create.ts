/** Creates snapshots: workspaces as one plain object without keys. `restore.ts` reads them. */
import type { Snapshot, WorkspaceSnapshot } from '../../generated/control-api.js';
import { controlFreeTexts } from '../../generated/control-free-texts.js';
import { readClock } from '../clock.js';
import { getActiveFaults, toFaultInfo } from '../control/faults.js';
import type { Service } from '../service.js';
import type { WorkspaceState } from '../workspace-state.js';

const FORMAT = { format: 'deckhand-snapshot', version: 4 } as const;

/** One workspace with its traffic, to be restored in any workspace. */
export function createWorkspaceSnapshot(service: Service, id: string, real: number): Snapshot {
  const { keys: _, ...workspace } = snapshotWorkspace(service, id, real, 'workspace');
  const journal = snapshotJournal(service.workspace(id, real), Infinity);
  const snapshot = { ...FORMAT, scope: 'workspace', savedAt: real, workspaces: [{ ...workspace, journal }] };
  // A copy, so that changes to it do not change the workspace.
  return JSON.parse(JSON.stringify(snapshot)) as Snapshot;
}

/**
 * A snapshot of all workspaces, to continue after a restart. It shares objects with the workspaces, so serialize it immediately.
 * @param maxExchanges the number of exchanges of each journal, the newest; without it, there are no journals
 */
export function createServerSnapshot(service: Service, real: number, maxExchanges?: number): Snapshot {
  const workspaces = service.shared.directory.workspaces().map(({ id }) => ({
    ...snapshotWorkspace(service, id, real, 'server'),
    ...(maxExchanges !== undefined && {
      journal: snapshotJournal(service.workspace(id, real), maxExchanges),
    }),
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
  const { jobs, presentations, counters, rateLimits } = store.dump(id);
  const active = state.active && library.latestVersion(state.active);
  const { seed, rateLimit, defaultScenario = library.getOrThrow(service.defaultScenario) } = settings;
  // A restarted server has its own options.
  const hasSettings = scope === 'workspace' || settings.defaultScenario !== undefined;
  const hasSpeed = hasSettings || clock.speed !== state.initialSpeed;
  const timelineIds = new Set(jobs.map(({ timelineId }) => timelineId));
  const timelines = [
    active,
    hasSettings ? defaultScenario : undefined,
    ...[...timelineIds].map((one) => library.byId(one)),
  ];
  const { plan = 'business', apiEnabled = true } = directory.workspace(id) ?? {};
  const snapshot = {
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
    faults: getActiveFaults(state, now).map(toFaultInfo),
    // The library evicts the timelines of the oldest jobs.
    jobs: jobs
      .filter(({ timelineId }) => library.byId(timelineId))
      .map((job) => ({ ...withoutWorkspace(job), template: withoutWorkspace(job.template) })),
    presentations: presentations.map(withoutWorkspace),
    templates: directory.ownTemplates(id).map(withoutWorkspace),
    counters: [...counters],
    rateLimits: rateLimits.map(({ bucket, requestTimes }) => ({ bucket, requestTimes: [...requestTimes] })),
    delayedResponseCount: state.delayedResponseCount,
    evicted: store.evictedCounts(id),
  } as WorkspaceSnapshot;
  return service.redactor.redactValue(snapshot, 'WorkspaceSnapshot', controlFreeTexts);
}

/** The exchanges of a journal contain no keys. */
function snapshotJournal(
  { journal }: WorkspaceState,
  maxExchanges: number,
): NonNullable<WorkspaceSnapshot['journal']> {
  const all = journal.exchanges();
  const exchanges = maxExchanges === 0 ? [] : all.slice(-maxExchanges);
  return { evicted: journal.evicted + all.length - exchanges.length, exchanges: exchanges as never };
}

function withoutWorkspace<T extends { readonly workspaceId: string }>({ workspaceId: _, ...record }: T) {
  return record;
}
