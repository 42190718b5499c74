/** The verb that exports the whole state of a workspace as one document, for example for a bug report. */
import type { Snapshot } from '../../generated/control-api.js';
import type { RateLimit, Timeline } from '../../scenario/timeline.js';
import type { WorkspaceRecords } from '../store/store.js';
import { UserError } from '../../base/user-error.js';
import { advanceClock } from '../clock.js';
import { digestOf } from './digest.js';
import { viewOf } from './faults.js';
import { exchangeView } from './journals.js';
import { OWN_FIELDS, saveJob, savePresentation, saveTemplate } from './saved.js';
import { changes, sceneOf, type ControlContext, type Scene } from './scene.js';

/** The maximum length of a snapshot as JSON. To check a longer one would take a second of everyone's time. */
export const MOST_OF_SNAPSHOT = 33_554_432;

export const takeSnapshot = changes<'takeSnapshot'>((scene) => {
  const { state, real } = scene;
  // A clock with a fractional speed can be between two milliseconds. This rounds it, so that the original and the copy
  // continue from the same time.
  state.clock = advanceClock(state.clock, real, 0);
  const { dropped } = state.journal;
  const journal = { dropped, exchanges: state.journal.exchanges().map(exchangeView) };
  const { redactor } = scene.service;
  const { jobs, presentations, ...rest } = describe(scene, journal);
  const clean = redactor.value({ jobs, presentations }, OWN_FIELDS);
  return seal({ ...rest, ...clean }, scene);
});

/**
 * The same with an empty journal, and without a change of the clock. For frequent saves that store the journal separately.
 */
export function takeState(context: ControlContext, workspace: string, real: number): Snapshot {
  const scene = sceneOf(context, { params: { workspace }, real });
  return seal(describe(scene, { dropped: 0, exchanges: [] }), scene);
}

type Unsealed = Omit<Snapshot, 'digest'>;

/** A snapshot without journal and digest, and with the stored records: they are never changed in place. */
export type SnapshotParts = Omit<Unsealed, 'jobs' | 'presentations' | 'counters' | 'journal'> &
  Pick<WorkspaceRecords, 'jobs' | 'presentations' | 'counters'>;

/** Reads a workspace at one moment. The caller makes JSON of its records, in any time. */
export function takeParts(context: ControlContext, workspace: string, real: number): SnapshotParts {
  return partsOf(sceneOf(context, { params: { workspace }, real }));
}

function partsOf({ service, world, row, state, now }: Scene): SnapshotParts {
  const { jobs, presentations, counters, rates } = world.store.dump(row.id);
  const { seed, rateLimit, fallback = world.library.need(service.defaultScenario) } = state.settings;
  const active = state.active && world.library.latest(state.active);
  const ids = new Set(jobs.map(({ timelineId }) => timelineId));
  const timelines = new Map([...ids].map((id) => [id, world.library.byId(id)]));
  return {
    format: 'deckhand-snapshot',
    version: 1,
    workspace: { id: row.id, plan: row.plan, api_enabled: row.apiEnabled },
    settings: { seed, default_scenario: fallback.id, rate_limit: rateLimit ? rateText(rateLimit) : null },
    clock: { now, speed: state.clock.speed, paused: state.clock.paused },
    scenario: { active: active?.id ?? null, activation: state.activation },
    scenarios: distinct([fallback, active, ...timelines.values()]).map(({ id, name, document }) => ({
      id,
      name,
      scenario: document,
    })),
    ...(state.replay && { replay: state.replay.save() }),
    armed: state.armed.count,
    faults: state.armed.list(now).map(viewOf),
    jobs: jobs.filter(({ timelineId }) => timelines.get(timelineId)),
    presentations,
    counters,
    rates: rates.map(([bucket, granted]) => ({ bucket, granted: [...granted] })),
    templates: world.directory.ownTemplates(row.id).map(saveTemplate),
  };
}

function describe(scene: Scene, journal: Snapshot['journal']): Unsealed {
  const parts = partsOf(scene);
  return {
    ...parts,
    jobs: parts.jobs.map(saveJob),
    presentations: parts.presentations.map(savePresentation),
    counters: [...parts.counters],
    journal,
  };
}

/** A copy, so that changes of the document do not change the stand-in. The digest shows damage. */
function seal(snapshot: Unsealed, { hash }: Scene): Snapshot {
  const text = JSON.stringify(snapshot);
  if (text.length > MOST_OF_SNAPSHOT) {
    const size = `${Math.ceil(text.length / 1_048_576)} MB`;
    throw new UserError(
      'too-large',
      `A snapshot of this workspace would have ${size}; it can have ${MOST_OF_SNAPSHOT / 1_048_576} MB.`,
      { hint: 'Reset the journal or the data of the workspace, or use a smaller one.' },
    );
  }
  const copy = JSON.parse(text) as Unsealed;
  return { ...copy, digest: digestOf(copy, hash) };
}

function rateText({ requests, window }: RateLimit): string {
  return `${requests}/${window}ms`;
}

function distinct(timelines: readonly (Timeline | undefined)[]): Timeline[] {
  const byId = new Map(timelines.flatMap((timeline) => (timeline ? [[timeline.id, timeline] as const] : [])));
  return [...byId.values()];
}
