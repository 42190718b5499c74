/** Polls a workspace for changes. */
import type { WorkspaceChanges } from '../../generated/control-api.js';

const POLL_INTERVAL_MS = 500;

/**
 * @param getSince returns the changes since a cursor, or everything
 * @param wait waits in real time
 */
export async function* watchChanges(
  getSince: (cursor: string | undefined) => WorkspaceChanges | Promise<WorkspaceChanges>,
  wait: (milliseconds: number) => Promise<void>,
): AsyncGenerator<WorkspaceChanges, void, void> {
  let cursor: string | undefined;
  for (;;) {
    const changes = await getSince(cursor);
    if (changes.cursor !== cursor) yield changes;
    cursor = changes.cursor;
    await wait(POLL_INTERVAL_MS);
  }
}
