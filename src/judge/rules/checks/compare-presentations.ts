/** Compares the fields of two reads of one presentation. Sections 1 and 2.1. */
import { getField } from '../../../base/json.js';
import type { ReadPair } from '../../model/presentation-history.js';
import { compareSlides } from './compare-slides.js';

export type ComparedField = 'id' | 'title' | 'workspace_id' | 'sections' | 'is_public' | 'created_at';

interface Difference {
  readonly field: ComparedField;
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** At most one difference for each field. Ignores missing fields: other rules report them. */
export function compareReads(
  { earlier, later }: ReadPair,
  fields: readonly ComparedField[],
): readonly Difference[] {
  const differences: Difference[] = [];
  for (const field of fields) {
    const expected = getField(earlier.value, field);
    const actual = getField(later.value, field);
    if (expected === undefined || actual === undefined) continue;
    if (field === 'sections') {
      const comparison = earlier.source === later.source ? 'all texts' : 'shared paths';
      const change = compareSlides(expected, actual, comparison);
      if (change)
        differences.push({ field, path: change.path, expected: change.expected, actual: change.actual });
    } else if (isDifferent(expected, actual) && !(field === 'created_at' && isSameTime(expected, actual)))
      differences.push({ field, path: field, expected, actual });
  }
  return differences;
}

/** The same time may have several forms. */
const isSameTime = (one: unknown, two: unknown): boolean =>
  Date.parse(String(one)) === Date.parse(String(two));

/** Other rules check values of another type. */
const isDifferent = (one: unknown, two: unknown): boolean => JSON.stringify(one) !== JSON.stringify(two);
