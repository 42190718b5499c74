/** The part of this process's heap that a server uses for journals, jobs and presentations. */
import { getHeapStatistics } from 'node:v8';

/** The rest is for requests under way, scenarios and the program. */
const SHARE = 0.25;

/** Approximate bytes. `--max-old-space-size` changes the heap. */
export function heapShare(): number {
  return Math.floor(getHeapStatistics().heap_size_limit * SHARE);
}
