/** Counts what went wrong below HTTP: exchanges without a complete response. */
import { groupBy } from '../../base/group-by.js';
import { counted } from '../../base/text/counted.js';
import type { Exchange } from '../../journal/exchange.js';
import { failureText } from '../model/status-text.js';

/** The number of exchanges that a note names. */
const MAX_NAMED = 5;

/** One note for each kind of failure, and whether the head of the response had arrived. */
export function brokenNotes(exchanges: readonly Exchange[]): readonly string[] {
  const byFailure = groupBy(exchanges, ({ failure, response }) =>
    failure === undefined ? undefined : failureText(failure, response?.status),
  );
  return [...byFailure].flatMap(([what, broken]) =>
    what === undefined
      ? []
      : [`${counted(broken.length, 'request')} without a complete response: ${what} (${named(broken)})`],
  );
}

function named(exchanges: readonly Exchange[]): string {
  const first = exchanges.slice(0, MAX_NAMED).map(({ sequence }) => `#${sequence}`);
  return `${first.join(', ')}${exchanges.length > MAX_NAMED ? ', …' : ''}`;
}
