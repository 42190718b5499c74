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
  const patches = timesOf(trace.of('updatePresentation'));
  return sightings.flatMap((later, index): Pair[] => {
    for (let before = index - 1; before >= 0; before--) {
      const earlier = sightings[before];
      if (earlier && isBefore(earlier.call, later.call) && fits(earlier, later))
        return [{ earlier, later, changes: between(patches, earlier.call, later.call) }];
    }
    return [];
  });
}

/** Calls by their beginning, each with the latest end of all up to it. */
interface Times {
  readonly calls: readonly Call[];
  readonly latestEnds: readonly number[];
}

/** A trace's calls are one array for as long as it lives. */
const known = new WeakMap<readonly Call[], Times>();

function timesOf(calls: readonly Call[]): Times {
  const times = known.get(calls);
  if (times) return times;
  const sorted = calls.toSorted((one, two) => one.exchange.startedAt - two.exchange.startedAt);
  let latest = -Infinity;
  const latestEnds = sorted.map(({ exchange }) => (latest = Math.max(latest, exchange.endedAt)));
  const made = { calls: sorted, latestEnds };
  known.set(calls, made);
  return made;
}

/** The calls that may have been carried out between two others: none of them is known to lie outside. */
function between({ calls, latestEnds }: Times, earlier: Call, later: Call): readonly Call[] {
  const found: Call[] = [];
  const { startedAt } = earlier.exchange;
  for (let index = calls.length - 1; index >= 0 && (latestEnds[index] ?? 0) >= startedAt; index--) {
    const call = calls[index];
    if (call && !isBefore(call, earlier) && !isBefore(later, call)) found.push(call);
  }
  return found.reverse();
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
