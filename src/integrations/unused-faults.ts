/** Warns about faults that a test added and that were never applied: such a test proves nothing. */
import type { ActiveFault } from '../generated/control-api.js';

/** @returns undefined if every fault was applied */
export function formatUnusedFaults(faults: readonly ActiveFault[]): string | undefined {
  const unused = faults.filter(({ applied = 0 }) => applied === 0);
  if (unused.length === 0) return undefined;
  return unused
    .map((fault) => `Deckhand: fault ${fault.id} was never applied: ${unusedReason(fault)}.`)
    .join('\n');
}

function unusedReason({ operation, job }: ActiveFault): string {
  const target = `${operation.join(', ')}${job === undefined ? '' : ` of job ${job}`}`;
  return `no request to ${target} while it was active`;
}
