/** Compares what was seen of one presentation at two moments, and knows what may have changed it in between. */
import type { Finding } from '../rule.js';
import { fieldOf } from '../trace/answer.js';
import { isBefore, type Call } from '../trace/call.js';
import type { Sighting } from '../trace/presentation.js';
import type { Trace } from '../trace/trace.js';
import { fail } from './judging.js';
import { sameContent } from './same-content.js';

/** The fields that nothing documented changes. */
export const fixedFields = ['id', 'workspace_id', 'sections', 'is_public', 'url', 'created_at'] as const;

export interface Pair {
  readonly earlier: Sighting;
  readonly later: Sighting;
  /** Every PATCH, of this presentation or another, that may have been carried out in between. */
  readonly changes: readonly Call[];
}

/** Each sighting with the last one before it that fits. */
export function pairsOf(
  trace: Trace,
  sightings: readonly Sighting[],
  fits: (earlier: Sighting, later: Sighting) => boolean,
): readonly Pair[] {
  const patches = trace.of('updatePresentation');
  return sightings.flatMap((later, index): Pair[] => {
    const earlier = sightings
      .slice(0, index)
      .findLast((candidate) => isBefore(candidate.call, later.call) && fits(candidate, later));
    if (!earlier) return [];
    return [
      {
        earlier,
        later,
        changes: patches.filter((call) => !isBefore(call, earlier.call) && !isBefore(later.call, call)),
      },
    ];
  });
}

/** One finding for each of the fields that is not the same. What a field lacks altogether, other rules say. */
export function differences(
  { earlier, later }: Pair,
  fields: readonly string[],
  message: (field: string) => string,
): readonly Finding[] {
  return fields.flatMap((field) => {
    const expected = fieldOf(earlier.value, field);
    const actual = fieldOf(later.value, field);
    if (expected === undefined || actual === undefined || sameContent(expected, actual)) return [];
    return [fail(message(field), { expected, actual, call: later.call })];
  });
}
