/** Polls for changes every 500 ms. */
import type { WorkspaceChanges } from '../../generated/control-api.js';

/** Milliseconds between two questions. */
const POLL_INTERVAL_MS = 500;

/**
 * @param since what has changed since an earlier answer, or everything
 * @param wait waits in real time
 */
export async function* watchChanges(
  since: (next: string | undefined) => WorkspaceChanges | Promise<WorkspaceChanges>,
  wait: (milliseconds: number) => Promise<void>,
): AsyncGenerator<WorkspaceChanges, void, void> {
  let next: string | undefined;
  for (;;) {
    const changes = await since(next);
    if (changes.cursor !== next) yield changes;
    next = changes.cursor;
    await wait(POLL_INTERVAL_MS);
  }
}
