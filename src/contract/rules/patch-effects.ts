/** Finds effects of a PATCH that the service refused. Sections 4.7 and 5. */
import type { Finding } from '../rule.js';
import { fieldOf } from '../../base/json.js';
import { isBefore, sentTitle, type Call } from '../trace/call.js';
import type { PresentationTrace, Snapshot } from '../trace/presentation.js';
import type { Trace } from '../trace/trace.js';
import { differences, fetchedPairsOf, fixedFields, type Pair } from './snapshot-pairs.js';
import { fail } from './findings.js';

/** @returns one finding for each effect; empty when the refused PATCH changed nothing */
export function patchEffects(call: Call, trace: Trace, message: string): readonly Finding[] {
  if (call.operation !== 'updatePresentation' || call.ok) return [];
  const presentation = trace.presentation(call.id);
  if (!presentation) return [];
  const shown = renamedBy(call, presentation);
  if (shown)
    return [fail(message, { expected: 'an unchanged title', actual: sentTitle(call), call: shown.call })];
  const pairs = fetchedPairsOf(trace, presentation);
  // Fields that also change without a PATCH prove nothing.
  const unstable = pairs.filter(({ patches }) => patches.length === 0).flatMap((pair) => changedFields(pair));
  const fields = comparedFields.filter((field) => !unstable.includes(field));
  // Between two fetches with only refused patches of others, no field may change.
  return pairs
    .filter(
      ({ patches }) =>
        patches.includes(call) &&
        patches.every((other) => other.refused && other.by.key !== presentation.owner),
    )
    .flatMap((pair) =>
      differences(
        pair,
        isExplained(pair, call) ? fixedFields : fields,
        (field) => `${message}: ${field} changes`,
      ),
    );
}

/** Whether the title after it is that of another PATCH. */
function isExplained({ patches, later }: Pair, call: Call): boolean {
  return patches.some((other) => other !== call && sentTitle(other) === fieldOf(later.value, 'title'));
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

const comparedFields = [...fixedFields, 'title'];

const changedFields = (pair: Pair) =>
  comparedFields.filter((field) => differences(pair, [field], () => '').length > 0);
