/** Fits a job with very many recorded changes into the number of steps that a scenario can have. */
import type { Segment } from './segments.js';

/** `maxItems` of `steps` in the Scenario schema (openapi/control.v1.yaml). */
const MOST_STEPS = 500;

/** Keeps every n-th segment of the working job, with the smallest n that fits; 1 keeps all. */
export function thin(segments: readonly Segment[]): { kept: readonly Segment[]; every: number } {
  const others = segments.filter((segment) => !isWork(segment)).length;
  // A question or an end can need two steps. The first segment of work after it always stays.
  const room = Math.max(1, MOST_STEPS - 3 * (others + 1));
  const every = Math.max(1, Math.ceil((segments.length - others) / room));
  let run = 0;
  const kept = segments.filter((segment) => {
    if (isWork(segment)) return run++ % every === 0;
    run = 0;
    return true;
  });
  return { kept, every };
}

function isWork({ view }: Segment): boolean {
  return view === undefined || view.status === 'generating';
}
