/** The part of this process's heap that a server uses for journals, jobs and presentations. */
import { getHeapStatistics } from 'node:v8';

/** What the program, its scenarios and V8's space for new objects take of each heap. */
const PROGRAM = 48 * 2 ** 20;

/** The rest is for requests under way. In a small heap, 64 bodies of 250 kB need as much as a journal. */
const SHARE = 0.25;

/**
 * Approximate bytes. `--max-old-space-size` changes the heap.
 *
 * @param heap the limit of the heap in bytes
 */
export function heapShare(heap = getHeapStatistics().heap_size_limit): number {
  return Math.max(PROGRAM / 8, Math.floor((heap - PROGRAM) * SHARE));
}
