/** Reads the whole state of a workspace at one moment: to share it with people, or to continue it in another process. */
import type { Snapshot } from '../../generated/control-api.js';
import type { Exchange } from '../../journal/exchange.js';
import type { RateLimit, Timeline } from '../../scenario/timeline.js';
import { UserError } from '../../base/user-error.js';
import { readClock } from '../clock.js';
import { viewOf } from '../control/faults.js';
import type { Service } from '../service.js';
import type { WorkspaceRow } from '../store/directory-rows.js';
import type { WorkspaceRecords } from '../store/store.js';
import { digestOf } from './digest.js';
import { MOST_OF_SNAPSHOT, saveJob, savePresentation, saveTemplate } from './saved.js';

/** A snapshot with the stored records. They are never changed in place, so the caller can make JSON of them later. */
export type SnapshotParts = Omit<Snapshot, 'digest' | 'jobs' | 'presentations' | 'counters'> &
  Pick<WorkspaceRecords, 'jobs' | 'presentations' | 'counters'>;

/** What a snapshot contains of a journal. */
export interface SavedJournal {
  readonly dropped: number;
  readonly exchanges: readonly Exchange[];
}

/** Requests whose key opens no workspace have a clock and a journal, too. */
const NO_WORKSPACE: WorkspaceRow = { id: '', name: '', plan: 'business', apiEnabled: true };

/**
 * For people: without keys, and with a digest that shows damage. It is a copy, so that changes of the document do not change the
 * workspace.
 * @param hash SHA-256 in hex
 */
export function takeSnapshotOf(
  service: Service,
  id: string,
  real: number,
  hash: (text: string) => string,
): Snapshot {
  const { clock, active, journal, armed } = service.workspace(id, real);
  const latest = active && service.shared.library.latest(active);
  const { running: _, jobs, presentations, ...rest } = partsOf(service, id, real, latest);
  const text = JSON.stringify({
    ...service.redactor.value({
      ...rest,
      faults: armed.list(readClock(clock, real)).map(viewOf),
      scenarios: rest.scenarios.map(({ replaced: __, ...scenario }) => scenario),
      jobs: jobs.map(saveJob),
      presentations: presentations.map(savePresentation),
    }),
    journal: { dropped: journal.dropped, exchanges: journal.exchanges() },
  });
  if (text.length > MOST_OF_SNAPSHOT) {
    const size = `${Math.ceil(text.length / 1_048_576)} MB`;
    throw new UserError(
      'too-large',
      `A snapshot of this workspace would have ${size}; it can have ${MOST_OF_SNAPSHOT / 1_048_576} MB.`,
      { hint: 'Reset the journal or the data of the workspace.' },
    );
  }
  const copy = JSON.parse(text) as Snapshot;
  return { ...copy, digest: digestOf(copy, hash) };
}

/** For a process that continues exactly: with hashes of keys, and without a digest. Changes nothing. */
export function takeParts(
  service: Service,
  id: string,
  real: number,
  journal: SavedJournal = { dropped: 0, exchanges: [] },
): SnapshotParts {
  const parts = partsOf(service, id, real, service.workspace(id, real).active);
  return { ...parts, journal: journal as unknown as Snapshot['journal'] };
}

function partsOf(
  service: Service,
  id: string,
  real: number,
  active: Timeline | undefined,
): Omit<SnapshotParts, 'journal'> {
  const { store, library, directory } = service.shared;
  const state = service.workspace(id, real);
  const { clock, settings, armed } = state;
  const { plan, apiEnabled } = directory.workspace(id) ?? NO_WORKSPACE;
  const { jobs, presentations, counters, rates } = store.dump(id);
  const { seed, rateLimit, fallback = library.need(service.defaultScenario) } = settings;
  const played = [...new Set(jobs.map(({ timelineId }) => timelineId))].flatMap(
    (timeline) => library.byId(timeline) ?? [],
  );
  const timelines = new Map([fallback, ...(active ? [active] : []), ...played].map((one) => [one.id, one]));
  return {
    format: 'deckhand-snapshot',
    version: 1,
    workspace: { id, plan, api_enabled: apiEnabled },
    running: {
      at: clock.realAnchor,
      initial_speed: state.initialSpeed,
      own_settings: settings.fallback !== undefined,
      steered: state.counted.isClockSet,
      responses: state.counted.responses,
      evicted: store.evictions(id),
      // The options of the next process name its own.
      keys: [...directory.newKeysOf(id)],
    },
    settings: { seed, default_scenario: fallback.id, rate_limit: rateLimit ? rateText(rateLimit) : null },
    clock: { now: clock.anchor, speed: clock.speed, paused: clock.paused },
    scenario: { active: active?.id ?? null, activation: state.activation },
    scenarios: [...timelines.values()].map((timeline) => ({
      id: timeline.id,
      name: timeline.name,
      scenario: timeline.document,
      ...(library.latest(timeline) !== timeline && { replaced: true }),
    })),
    ...(state.replay && { replay: state.replay.save() }),
    armed: armed.count,
    faults: armed.list(-Infinity).map(viewOf),
    jobs: jobs.filter(({ timelineId }) => timelines.has(timelineId)),
    presentations,
    counters,
    rates: rates.map(([bucket, granted]) => ({ bucket, granted: [...granted] })),
    templates: directory.ownTemplates(id).map(saveTemplate),
  };
}

function rateText({ requests, window }: RateLimit): string {
  return `${requests}/${window}ms`;
}
