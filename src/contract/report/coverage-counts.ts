/** Coverage in figures and words, as all reporters show it. Knows no format. */
import type { Coverage, CoverageItem } from './coverage-model.js';

/** The kinds of things that are counted, with the words for them, in the order of a report. */
export const coverageKinds = [
  ['operations', 'operations'],
  ['statuses', 'named statuses'],
  ['states', 'states of a job'],
  ['fields', 'fields of answers'],
  ['statements', 'statements'],
] as const satisfies readonly (readonly [keyof Coverage, string])[];

export interface CoverageCount {
  readonly seen: number;
  readonly partly: number;
  /** Without what no run can see. */
  readonly all: number;
}

export function countSeen(items: readonly CoverageItem[]): CoverageCount {
  const of = (seen: CoverageItem['seen']) => items.filter((item) => item.seen === seen).length;
  return { seen: of('yes'), partly: of('partly'), all: items.length - of('out-of-reach') };
}

/** `5 of 7 operations, and 1 in part`. */
export function countText(items: readonly CoverageItem[], words: string): string {
  const { seen, partly, all } = countSeen(items);
  return `${seen} of ${all} ${words}${partly > 0 ? `, and ${partly} in part` : ''}`;
}

/** What was not seen, or not wholly, under the reason they share. Not the statements: those stay unseen with their rules. */
export function missingByReason(coverage: Coverage): ReadonlyMap<string, readonly string[]> {
  const { operations, statuses, states, fields } = coverage;
  const byReason = new Map<string, string[]>();
  for (const { name, seen, note = '' } of [...operations, ...statuses, ...states, ...fields]) {
    if (seen === 'no' || seen === 'partly') byReason.set(note, [...(byReason.get(note) ?? []), name]);
  }
  return byReason;
}
