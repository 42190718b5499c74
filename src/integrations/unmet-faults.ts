/** What is said at the end of a test about faults that it activated, and that changed no response. Such a test proves nothing. */
import type { ArmedFault } from '../generated/control-api.js';

/** @returns undefined if every fault happened */
export function unmetFaultsText(faults: readonly ArmedFault[]): string | undefined {
  const unmet = faults.filter(({ happened = 0 }) => happened === 0);
  if (unmet.length === 0) return undefined;
  return unmet.map((fault) => `Deckhand: the fault ${fault.id} never happened. ${whyOf(fault)}`).join('\n');
}

function whyOf({ on, job }: ArmedFault): string {
  const target = `${on.join(', ')}${job === undefined ? '' : ` of job ${job}`}`;
  return `No request for ${target} came while it was active.`;
}
