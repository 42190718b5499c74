/** Finds effects of a PATCH that the service refused. Sections 4.7 and 5. */
import type { Finding } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, sentTitle, type Call } from '../../trace/call.js';
import { jsonOf } from '../../trace/payload.js';
import type { PresentationTrace, Snapshot } from '../../trace/presentation.js';
import type { Trace } from '../../trace/trace.js';
import { comparedFields, differencesOf, pathIn, placeOf } from './compared-fields.js';
import { fetchedPairsOf, type Pair } from './snapshot-pairs.js';
import { fail } from './findings.js';
import { isSettling } from './settling.js';
import { inWords } from '../words.js';

/** @returns one finding for each effect; empty when the refused PATCH changed nothing */
export function patchEffects(call: Call, trace: Trace, message: string): readonly Finding[] {
  if (call.operation !== 'updatePresentation' || call.ok) return [];
  const presentation = trace.presentation(call.id);
  if (!presentation) return [];
  const shown = renamedBy(call, presentation);
  if (shown)
    return [
      fail(message, {
        expected: inWords('an unchanged title'),
        actual: sentTitle(call),
        path: pathIn(shown, 'title'),
        call: shown.call,
        about: call,
      }),
    ];
  const pairs = fetchedPairsOf(trace, presentation);
  // Fields that also change without a PATCH prove nothing.
  const unstable = pairs.filter(({ patches }) => patches.length === 0).flatMap((pair) => changedFields(pair));
  const isSent = (field: string): boolean => fieldOf(jsonOf(call.sent), field) !== undefined;
  const fields = comparedFields.filter((field) => isSent(field) && !unstable.includes(field));
  // Between two fetches with only refused patches, no field that they send may change.
  return pairs
    .filter(({ patches }) => patches.includes(call) && patches.every((other) => other.refused))
    .flatMap((pair) =>
      differencesOf(pair, fields)
        .filter(({ field, actual }) => field !== 'title' || mayHaveWritten(call, actual, pair, trace))
        .map(({ place, expected, actual }) =>
          fail(`${message}: ${place} changes`, { expected, actual, ...placeOf(pair, place), about: call }),
        ),
    );
}

/** Whether the PATCH sent this title, or neither a PATCH in between nor one that still settles did. */
function mayHaveWritten(call: Call, title: unknown, pair: Pair, trace: Trace): boolean {
  if (sentTitle(call) === title) return true;
  if (isSettling(pair.earlier, trace) || isSettling(pair.later, trace)) return false;
  return pair.patches.every((other) => sentTitle(other) !== title);
}

/** The first snapshot with the title of the PATCH, if the title was different before and no other PATCH explains it. */
function renamedBy(call: Call, { snapshots, patches }: PresentationTrace): Snapshot | undefined {
  const title = sentTitle(call);
  const before = snapshots.findLast((snapshot) => isBefore(snapshot.call, call));
  if (title === undefined || !before || fieldOf(before.value, 'title') === title) return undefined;
  const otherPatches = patches.filter(
    (other) => other !== call && !other.refused && sentTitle(other) === title,
  );
  return snapshots.find(
    (snapshot) =>
      isBefore(call, snapshot.call) &&
      fieldOf(snapshot.value, 'title') === title &&
      otherPatches.every((other) => isBefore(snapshot.call, other)),
  );
}

const changedFields = (pair: Pair) => differencesOf(pair, comparedFields).map(({ field }) => field);
