/** Restores a file: the state that `--state` wrote, or a snapshot of one workspace, which people share. */
import { fieldOf } from '../../base/json.js';
import { UserError } from '../../base/user-error.js';
import type { Deckhand } from '../../app/deckhand.js';
import { runVerb } from '../../service/control/run.js';
import { StateReader } from '../../service/snapshot/read.js';
import { clockOnward, restore } from '../../service/snapshot/restore.js';

/** Whether a file is, or can become, a state that `--state` wrote. Tools such as mktemp make empty files. */
export const isState = (text: string): boolean =>
  text === '' || text.startsWith('{"format":"deckhand-state"');

/**
 * The clocks of a state go on as if the process had run on. The clock of a snapshot is paused at its moment.
 * @param file its name for errors
 * @throws UserError (`bad-state`) when it is damaged, or has a workspace that does not exist
 */
export async function restoreFile(
  deckhand: Deckhand,
  text: string,
  file: string,
  real: number,
): Promise<void> {
  try {
    if (isState(text)) {
      if (text !== '') restoreState(deckhand, text, real);
    } else await restoreSnapshot(deckhand, parse(text), real);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const hint = error.hint ?? 'Nothing was changed. Choose another file, or move this one away.';
    throw new UserError('bad-state', `The state in ${file} cannot be loaded. ${error.summary}`, { hint });
  }
}

function restoreState(deckhand: Deckhand, text: string, real: number): void {
  const reader = new StateReader();
  reader.addLines(text);
  const { snapshots } = reader.finish();
  for (const { id } of snapshots) open(deckhand, id, 'Start with the same --key options as before.');
  restore(deckhand.service, snapshots, { clockOf: (snapshot) => clockOnward(snapshot, real) });
}

/** At exactly the moment of the snapshot: the clock is paused before any time passes. */
async function restoreSnapshot(deckhand: Deckhand, snapshot: unknown, real: number): Promise<void> {
  if (fieldOf(snapshot, 'format') !== 'deckhand-snapshot')
    throw new UserError(
      'bad-state',
      'It is neither a state that --state wrote nor a snapshot of the panel or the control API.',
    );
  const id = fieldOf(fieldOf(snapshot, 'workspace'), 'id');
  if (typeof id !== 'string') throw new UserError('bad-state', 'The snapshot does not name its workspace.');
  open(deckhand, id, `Add --key KEY=${id}.`);
  const call = { params: { workspace: id }, query: {}, real };
  try {
    await runVerb(deckhand.control, 'restoreSnapshot', { ...call, body: snapshot });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError('bad-state', `The workspace ${id}: ${error.summary}`, { cause: error });
  }
  await runVerb(deckhand.control, 'pauseClock', { ...call, body: undefined });
}

/** @throws UserError when this start has no such workspace */
function open(deckhand: Deckhand, id: string, hint: string): void {
  if (!deckhand.directory.openWorkspace(id))
    throw new UserError('bad-state', `The workspace ${id}: this start has no such workspace.`, { hint });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UserError('bad-state', `It is not valid JSON: ${(error as SyntaxError).message}.`);
  }
}
