/** Restores a workspace at exactly the moment of its snapshot: the clock is paused before any time passes. */
import type { Snapshot } from '../generated/control-api.js';
import { realNow } from '../base/real-time.js';
import { runVerb } from '../service/control/run.js';
import type { Deckhand } from './deckhand.js';

/**
 * @param snapshot from a file: it can lack anything
 * @throws UserError when the snapshot is damaged, or its workspace does not exist; then nothing has changed
 */
export async function restorePaused(deckhand: Deckhand, snapshot: Partial<Snapshot>): Promise<void> {
  const call = { params: { workspace: snapshot.workspace?.id ?? '' }, query: {}, real: realNow() };
  await runVerb(deckhand.control, 'restoreSnapshot', { ...call, body: snapshot });
  await runVerb(deckhand.control, 'pauseClock', { ...call, body: undefined });
}
