/** What a PATCH did although it was refused. Sections 4.7 and 5. */
import type { Finding } from '../rule.js';
import { fieldOf } from '../trace/answer.js';
import { isBefore, titleOf, type Call } from '../trace/call.js';
import type { PresentationTrace, Sighting } from '../trace/presentation.js';
import type { Trace } from '../trace/trace.js';
import { differences, fetchedPairsOf, fixedFields, type Pair } from './comparing.js';
import { fail } from './judging.js';

/** Findings for everything that a refused PATCH changed nevertheless; empty when it changed nothing. */
export function effectsOf(call: Call, trace: Trace, message: string): readonly Finding[] {
  if (call.operation !== 'updatePresentation' || call.ok) return [];
  const presentation = trace.presentation(call.id);
  if (!presentation) return [];
  const shown = renamedBy(call, presentation);
  if (shown)
    return [fail(message, { expected: 'the title as it was', actual: titleOf(call), call: shown.call })];
  const pairs = fetchedPairsOf(trace, presentation);
  // What changes all by itself was not changed by this.
  const restless = pairs.filter(({ changes }) => changes.length === 0).flatMap((pair) => changed(pair));
  const fields = comparedFields.filter((field) => !restless.includes(field));
  // Where only such requests lie between two fetches, nothing at all may have changed.
  return pairs
    .filter(
      ({ changes }) =>
        changes.includes(call) && changes.every((other) => other.by.key !== presentation.owner),
    )
    .flatMap((pair) => differences(pair, fields, (field) => `${message}: ${field} has changed`));
}

/** Where its title is seen that was another before, and that nobody else may have given. */
function renamedBy(call: Call, { sightings, changes }: PresentationTrace): Sighting | undefined {
  const title = titleOf(call);
  const before = sightings.findLast((sighting) => isBefore(sighting.call, call));
  if (title === undefined || !before || fieldOf(before.value, 'title') === title) return undefined;
  const rivals = changes.filter((other) => other !== call && !other.refused && titleOf(other) === title);
  return sightings.find(
    (sighting) =>
      isBefore(call, sighting.call) &&
      fieldOf(sighting.value, 'title') === title &&
      rivals.every((other) => isBefore(sighting.call, other)),
  );
}

const comparedFields = [...fixedFields, 'title'];

const changed = (pair: Pair) =>
  comparedFields.filter((field) => differences(pair, [field], () => '').length > 0);
