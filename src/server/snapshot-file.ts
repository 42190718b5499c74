/** Restores a snapshot from a file: the one of `serve --snapshot`, which is only read, and the one of `serve --state`. */
import type { Deckhand } from '../app/deckhand.js';
import { getField } from '../base/json.js';
import { realNow } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import { isMissing, readErrorReason } from '../files/file-error-reason.js';
import { readText } from '../files/read-text-file.js';
import type { Snapshot } from '../generated/control-api.js';
import { pauseClock } from '../service/clock.js';
import { restoreSnapshot } from '../service/snapshot/restore.js';

const OTHER_FLAG = {
  server: 'is the snapshot of one workspace. Use --snapshot, which only reads it.',
  workspace: 'is the state of a server. Use --state, which reads and writes it.',
} as const;

/**
 * Restores the snapshot of one workspace, and pauses its clock.
 * @throws UserError when the file is no snapshot of a workspace, or cannot be read
 */
export function loadSnapshotFile(deckhand: Deckhand, file: string): void {
  const { workspaces } = restoreSnapshotFile(deckhand, file, 'workspace') ?? throwMissing(file);
  const real = realNow();
  for (const { id } of workspaces) {
    const state = deckhand.service.workspace(id, real);
    state.clock = pauseClock(state.clock, real);
  }
}

/**
 * @returns undefined if the file does not exist or is empty, as one that `mktemp` made
 * @throws UserError when the file is no snapshot of this scope, or cannot be read. Nothing has changed then
 */
export function restoreSnapshotFile(
  { service }: Deckhand,
  file: string,
  scope: Snapshot['scope'],
): Snapshot | undefined {
  const text = readIfExists(file);
  if (text === '') return undefined;
  try {
    const value = parseJson(text);
    const actual = getField(value, 'scope');
    if (actual !== scope && (actual === 'server' || actual === 'workspace'))
      throw new UserError('invalid-snapshot', `it ${OTHER_FLAG[scope]}`);
    return restoreSnapshot(service, value, realNow());
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError('invalid-snapshot', `${file} cannot be restored: ${error.summary}`, {
      hint: 'The file was not changed. Choose another one, or move it away.',
      cause: error,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError('invalid-snapshot', 'it is not JSON, and a snapshot of Deckhand is.');
  }
}

/** @returns the empty string for a file that does not exist */
function readIfExists(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    if (isMissing(cause)) return '';
    throw new UserError('invalid-option', `${file} cannot be read.`, { hint: readErrorReason(cause), cause });
  }
}

function throwMissing(file: string): never {
  throw new UserError('invalid-option', `${file} is missing or empty.`, {
    hint: '--snapshot reads a file that the panel or a script saved.',
  });
}
