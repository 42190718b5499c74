/** Restores a snapshot from a file: that of `serve --snapshot`, which is never written, or that of `serve --state`. */
import type { Deckhand } from '../app/deckhand.js';
import { getField } from '../base/json.js';
import { realNow } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import { isMissing, readErrorReason } from '../files/file-error-reason.js';
import { readText } from '../files/read-text-file.js';
import type { Snapshot } from '../generated/control-api.js';
import { pauseClock } from '../service/clock.js';
import { restoreSnapshot } from '../service/snapshot/restore.js';
import { isOfOtherVersion } from '../service/snapshot/validate.js';

/** By the scope that the flag expects. */
const WRONG_SCOPE: Readonly<Record<Snapshot['scope'], string>> = {
  server: 'is a snapshot of one workspace: use --snapshot, which never writes the file.',
  workspace: 'is the state of a server: use --state, which reads and writes the file.',
};

/**
 * Restores the snapshot of one workspace, and pauses its clock.
 * @throws UserError when the file is not a snapshot of a workspace, or cannot be read. Nothing has changed then
 */
export function loadSnapshotFile(deckhand: Deckhand, file: string): void {
  const real = realNow();
  const snapshot = restoreSnapshotFile(deckhand, file, 'workspace', real);
  if (!snapshot)
    throw new UserError('invalid-option', `${file} does not exist or is empty.`, {
      hint: '--snapshot reads a file that the panel or a script saved.',
    });
  for (const { id } of snapshot.workspaces) {
    const state = deckhand.service.workspace(id, real);
    state.clock = pauseClock(state.clock, real);
  }
}

/**
 * @returns undefined if the file does not exist or is empty, as one that `mktemp` made
 * @throws UserError when the file is not a snapshot of this scope, or cannot be read. Nothing has changed then
 */
export function restoreSnapshotFile(
  { service }: Deckhand,
  file: string,
  scope: Snapshot['scope'],
  real: number,
): Snapshot | undefined {
  const text = readIfExists(file);
  if (text === '') return undefined;
  const value = parseJson(file, text);
  if (isOfOtherVersion(value))
    throw new UserError(
      'invalid-snapshot',
      `${file} was written by another version of Deckhand; start without it.`,
    );
  const actual = getField(value, 'scope');
  if (actual !== scope && (actual === 'server' || actual === 'workspace'))
    throw new UserError('invalid-snapshot', `${file} ${WRONG_SCOPE[scope]}`);
  try {
    return restoreSnapshot(service, value, real);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw cannotRestoreError(file, error.summary, error);
  }
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw cannotRestoreError(file, 'it is not JSON.', cause);
  }
}

const cannotRestoreError = (file: string, reason: string, cause: unknown): UserError =>
  new UserError('invalid-snapshot', `${file} cannot be restored: ${reason}`, {
    hint: 'The file was not changed. Choose another one, or move it away.',
    cause,
  });

/** @returns the empty string for a file that does not exist */
function readIfExists(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    if (isMissing(cause)) return '';
    throw new UserError('invalid-option', `${file} cannot be read.`, { hint: readErrorReason(cause), cause });
  }
}
