/** Coverage as counts and text, for all report formats. */
import { groupBy } from '../../base/group-by.js';
import type { Coverage, CoverageItem } from './coverage-model.js';

/** The kinds of coverage items with their labels, in the order of a report. */
export const coverageKinds = [
  ['operations', 'operations'],
  ['statuses', 'documented statuses'],
  ['states', 'job states'],
  ['fields', 'response fields'],
  ['statements', 'statements'],
] as const satisfies readonly (readonly [keyof Coverage, string])[];

export interface CoverageCount {
  readonly seen: number;
  readonly partly: number;
  /** All items except those that no run can see. */
  readonly all: number;
}

export function countSeen(items: readonly CoverageItem[]): CoverageCount {
  const of = (seen: CoverageItem['seen']) => items.filter((item) => item.seen === seen).length;
  return { seen: of('yes'), partly: of('partly'), all: items.length - of('out-of-reach') };
}

/** `5 of 7 operations, 1 in part`. */
export function countText(items: readonly CoverageItem[], label: string): string {
  const { seen, partly, all } = countSeen(items);
  return `${seen} of ${all} ${label}${partly > 0 ? `, ${partly} in part` : ''}`;
}

/** Items that are not fully covered, grouped by reason. Without statements: they depend on their rules. */
export function missingByReason(coverage: Coverage): ReadonlyMap<string, readonly string[]> {
  const { operations, statuses, states, fields } = coverage;
  const missing = [...operations, ...statuses, ...states, ...fields].filter(
    ({ seen }) => seen === 'no' || seen === 'partly',
  );
  const groups = groupBy(missing, ({ note = '' }) => note);
  return new Map([...groups].map(([reason, items]) => [reason, items.map(({ name }) => name)]));
}
