/** Asks twice a second what has changed. */
import type { Changes } from '../../generated/control-api.js';

/** Milliseconds between two questions. */
const POLL_INTERVAL_MS = 500;

/**
 * @param since what has changed since an earlier answer, or everything
 * @param wait waits in real time
 */
export async function* watchChanges(
  since: (next: string | undefined) => Changes | Promise<Changes>,
  wait: (milliseconds: number) => Promise<void>,
): AsyncGenerator<Changes, void, void> {
  let next: string | undefined;
  for (;;) {
    const changes = await since(next);
    if (changes.next !== next) yield changes;
    next = changes.next;
    await wait(POLL_INTERVAL_MS);
  }
}
