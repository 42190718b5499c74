/** Checks the filter of a journal in process, where nothing else does: an unknown value would match nothing, for ever. */
import { didYouMean } from '../../base/nearest.js';
import { routes } from '../../generated/routes.js';
import type { JournalFilter } from '../../control/verb-types.js';
import { badInput } from './refuse.js';

const NAMES = ['operation', 'status', 'job', 'since', 'limit'] satisfies (keyof JournalFilter)[];
const OPERATIONS: readonly string[] = routes.map(({ operationId }) => operationId);

/** @returns the filter, with numbers as texts. @throws UserError `bad-input` with every fault */
export function checkJournalFilter(filter: JournalFilter): JournalFilter {
  const entries: readonly (readonly [string, unknown])[] = Object.entries(filter);
  const filters = entries.filter(([, value]) => value !== undefined);
  const faults = filters.flatMap(([name, value]) => {
    const detail = faultOf(name, value);
    return detail === undefined ? [] : [{ pointer: `/${name}`, detail }];
  });
  if (faults.length > 0) throw badInput(faults);
  return Object.fromEntries(filters.map(([name, value]) => [name, String(value)])) as JournalFilter;
}

function faultOf(name: string, value: unknown): string | undefined {
  const text = String(value);
  switch (name) {
    case 'operation':
      if (OPERATIONS.includes(text)) return undefined;
      return `must be one of ${OPERATIONS.join(', ')}, not "${text}".${didYouMean(text, OPERATIONS)}`;
    case 'status':
      if (/^(?:[1-5]\d\d|[1-5]xx|none)$/.test(text)) return undefined;
      return `must be a status such as 429, a class such as 5xx, or none, not "${text}"`;
    case 'limit':
      return /^[1-9]\d*$/.test(text) ? undefined : `must be a whole number of 1 or more, not "${text}"`;
    case 'job':
      return text === '' ? 'must be the id of a job' : undefined;
    case 'since':
      return undefined;
    default:
      return `is not a filter; there are ${NAMES.join(', ')}.${didYouMean(name, NAMES)}`;
  }
}
