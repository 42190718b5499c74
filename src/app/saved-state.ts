/**
 * The state of all workspaces, to continue after a restart: data, clocks, scenarios, faults, settings and the hashes of keys that
 * were created. Journals are not part of it. A snapshot of one workspace can be loaded instead.
 */
import type { Snapshot } from '../generated/control-api.js';
import { digestOf } from '../service/control/digest.js';
import { runVerb } from '../service/control/run.js';
import { END_OF_TIME, readClock } from '../service/clock.js';
import { fieldOf, isObject } from '../base/json.js';
import { UserError } from '../base/user-error.js';
import type { Deckhand } from './deckhand.js';

const FORMAT = 'deckhand-state';
const VERSION = 1;

interface SavedWorkspace {
  /** Without journal and digest. */
  readonly snapshot: Omit<Snapshot, 'digest' | 'journal'>;
  /** When it was taken, in real milliseconds since 1970. */
  readonly at: number;
  /** The hashes of its keys. */
  readonly keys: readonly string[];
}

interface SavedState {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly workspaces: Readonly<Record<string, SavedWorkspace>>;
}

/** The file in pieces: one workspace on each line. */
export function* statePieces(
  workspaces: Iterable<Iterable<string | Uint8Array>>,
): Generator<string | Uint8Array, void, void> {
  yield `{"format":"${FORMAT}","version":${VERSION},"workspaces":{\n`;
  let isFirst = true;
  for (const pieces of workspaces) {
    if (!isFirst) yield ',\n';
    isFirst = false;
    yield* pieces;
  }
  yield '\n}}\n';
}

/** What a file held: the state of all workspaces, or a snapshot of one. */
export type RestoredKind = 'state' | 'snapshot';

/**
 * Restores a saved state, or a snapshot. The clocks of a state go on as if the process had run on. The clock of a snapshot is
 * paused at its moment.
 * @param file its name for errors
 * @throws UserError (`bad-state`) when it is damaged, or has a workspace that does not exist
 */
export async function restoreState(
  deckhand: Deckhand,
  text: string,
  file: string,
  real: number,
): Promise<RestoredKind> {
  const content = parse(text, file);
  if (fieldOf(content, 'format') === 'deckhand-snapshot') {
    const id = fieldOf(fieldOf(content, 'workspace'), 'id');
    if (typeof id !== 'string') throw refuse(file, 'The snapshot does not name its workspace.');
    await naming(id, file, () => restorePaused(deckhand, id, content, real));
    return 'snapshot';
  }
  for (const [id, saved] of Object.entries(checkState(content, file).workspaces))
    await naming(id, file, () => restoreWorkspace(deckhand, id, saved, real));
  return 'state';
}

async function restoreWorkspace(
  deckhand: Deckhand,
  id: string,
  { snapshot, at, keys }: SavedWorkspace,
  real: number,
): Promise<void> {
  const run = runVerb.bind(undefined, deckhand.control);
  const call = { params: { workspace: id }, query: {}, real };
  open(deckhand, id, 'Start with the same --key options as before.');
  const whole = { ...snapshot, journal: { dropped: 0, exchanges: [] } };
  const digest = digestOf(whole, deckhand.control.hash);
  await run('restoreSnapshot', { ...call, body: { ...whole, digest } });
  const { clock } = deckhand.service.workspace(id, real);
  const passed = clock.paused ? 0 : Math.max(0, real - at) * clock.speed;
  const by = Math.floor(Math.min(passed, END_OF_TIME - readClock(clock, real)));
  if (by > 0) await run('advanceClock', { ...call, body: { by } });
  for (const hash of keys) if (!deckhand.directory.keyByHash(hash)) deckhand.directory.addKey(id, hash);
}

/** At exactly the moment of the snapshot: the clock is paused before any time passes. */
async function restorePaused(deckhand: Deckhand, id: string, snapshot: unknown, real: number): Promise<void> {
  const call = { params: { workspace: id }, query: {}, real };
  open(deckhand, id, `Add --key KEY=${id}.`);
  await runVerb(deckhand.control, 'restoreSnapshot', { ...call, body: snapshot });
  await runVerb(deckhand.control, 'pauseClock', { ...call, body: undefined });
}

/** @throws UserError when this start has no such workspace */
function open(deckhand: Deckhand, id: string, hint: string): void {
  if (!deckhand.directory.openWorkspace(id))
    throw new UserError('bad-state', 'this start has no such workspace', { hint });
}

/** Names file and workspace in an error. */
async function naming(id: string, file: string, restore: () => Promise<void>): Promise<void> {
  try {
    await restore();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw refuse(file, `The workspace ${id}: ${error.message}`, error.hint);
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw refuse(file, `It is not valid JSON: ${(error as SyntaxError).message}.`);
  }
}

function checkState(state: unknown, file: string): SavedState {
  const [version, workspaces] = [fieldOf(state, 'version'), fieldOf(state, 'workspaces')];
  if (fieldOf(state, 'format') !== FORMAT || !isObject(workspaces))
    throw refuse(
      file,
      'It is neither a state that --state wrote nor a snapshot of the panel or the control API.',
    );
  if (version !== VERSION)
    throw refuse(
      file,
      `It has the version ${JSON.stringify(version)}; this Deckhand reads version ${VERSION}.`,
    );
  for (const [id, saved] of Object.entries(workspaces)) {
    const isWhole = typeof fieldOf(saved, 'at') === 'number' && Array.isArray(fieldOf(saved, 'keys'));
    if (!isWhole) throw refuse(file, `The workspace ${id} is not complete.`);
  }
  return state as SavedState;
}

function refuse(
  file: string,
  why: string,
  hint = 'Nothing was changed. Choose another file, or move this one away.',
) {
  return new UserError('bad-state', `The state in ${file} cannot be loaded. ${why}`, { hint });
}
