/** Compares the fields of two snapshots of one presentation by what the interface promises. Sections 1 and 2.1. */
import { fieldOf } from '../../base/json.js';
import type { Call } from '../../trace/call.js';
import type { Snapshot } from '../../trace/presentation.js';
import { slideChange, type SlideComparison } from './slide-changes.js';

export type ComparedField = 'id' | 'title' | 'workspace_id' | 'sections' | 'is_public' | 'created_at';

/** The fields that no documented operation changes. url may change: it may hold a signature or the title. */
export const fixedFields: readonly ComparedField[] = [
  'id',
  'workspace_id',
  'sections',
  'is_public',
  'created_at',
];

export const comparedFields: readonly ComparedField[] = [...fixedFields, 'title'];

/** States which differences count, for `docs/rules.md`. */
export const comparisonReading =
  'The shape of the entries of sections is not shown. Their content is the number of slides, their order, and their texts: strings ' +
  'that are not addresses, timestamps, ids, counters or other data for programs, by the name of the field and the look of the value. ' +
  'Everything else in sections may change, and so may url and updated_at.';

interface Difference {
  readonly field: ComparedField;
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

export interface Compared {
  readonly earlier: Snapshot;
  readonly later: Snapshot;
}

/** At most one difference for each field. Ignores missing fields: other rules report them. */
export function differencesOf(
  { earlier, later }: Compared,
  fields: readonly ComparedField[],
): readonly Difference[] {
  const comparison: SlideComparison = earlier.source === later.source ? 'all texts' : 'shared paths';
  const found: Difference[] = [];
  for (const field of fields) {
    const expected = fieldOf(earlier.value, field);
    const actual = fieldOf(later.value, field);
    if (expected === undefined || actual === undefined) continue;
    if (field === 'sections') {
      const change = slideChange(expected, actual, comparison);
      if (change) found.push({ field, path: change.path, expected: change.before, actual: change.after });
    } else if (isDifferent(expected, actual) && !(field === 'created_at' && isSameTime(expected, actual)))
      found.push({ field, path: field, expected, actual });
  }
  return found;
}

/** A time may be written in several ways. */
const isSameTime = (one: unknown, two: unknown): boolean =>
  Date.parse(String(one)) === Date.parse(String(two));

/** The rules about fields judge values of another type. */
const isDifferent = (one: unknown, two: unknown): boolean => JSON.stringify(one) !== JSON.stringify(two);

/** Where both values of a difference are. */
export function evidenceAt(
  { earlier, later }: Compared,
  path: string,
): { readonly path: string; readonly call: Call; readonly comparedWith: Call } {
  return { path: pathIn(later, path), call: later.call, comparedWith: earlier.call };
}

/** A field of a presentation, as a path in the body of the response. */
export const pathIn = ({ source }: Snapshot, path: string): string =>
  source === 'fetched' ? path : `presentation.${path}`;
