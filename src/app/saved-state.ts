/**
 * The state of all workspaces, to continue after a restart: data, clocks, scenarios, faults, settings and the hashes of keys that
 * were created. Journals are not part of it.
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

/**
 * Restores all workspaces of a saved state. Clocks go on as if the process had run on.
 * @param file its name for errors
 * @throws UserError (`bad-state`) when it is damaged, or has a workspace that does not exist
 */
export async function restoreState(
  deckhand: Deckhand,
  text: string,
  file: string,
  real: number,
): Promise<void> {
  const { workspaces } = readState(text, file);
  for (const [id, { snapshot, at, keys }] of Object.entries(workspaces)) {
    const run = runVerb.bind(undefined, deckhand.control);
    const call = { params: { workspace: id }, query: {}, real };
    try {
      if (!deckhand.directory.openWorkspace(id))
        throw new UserError('bad-state', 'this start has no such workspace', {
          hint: 'Start with the same --key options as before.',
        });
      const whole = { ...snapshot, journal: { dropped: 0, exchanges: [] } };
      const digest = digestOf(whole, deckhand.control.hash);
      await run('restoreSnapshot', { ...call, body: { ...whole, digest } });
      const { clock } = deckhand.service.workspace(id, real);
      const passed = clock.paused ? 0 : Math.max(0, real - at) * clock.speed;
      const by = Math.floor(Math.min(passed, END_OF_TIME - readClock(clock, real)));
      if (by > 0) await run('advanceClock', { ...call, body: { by } });
      for (const hash of keys)
        if (!deckhand.directory.keyByHash(hash)) await deckhand.directory.addKey(id, hash);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw refuse(file, `The workspace ${id}: ${error.message}`, error.hint);
    }
  }
}

function readState(text: string, file: string): SavedState {
  let state: unknown;
  try {
    state = JSON.parse(text);
  } catch (error) {
    throw refuse(file, `It is not valid JSON: ${(error as SyntaxError).message}.`);
  }
  const [version, workspaces] = [fieldOf(state, 'version'), fieldOf(state, 'workspaces')];
  if (fieldOf(state, 'format') !== FORMAT || !isObject(workspaces))
    throw refuse(file, 'It is not a file of --state.');
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
