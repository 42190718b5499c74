/** What a PATCH did although it was refused. Sections 4.7 and 5. */
import type { Finding } from '../rule.js';
import { fieldOf } from '../trace/answer.js';
import { isBefore, type Call } from '../trace/call.js';
import type { Trace } from '../trace/trace.js';
import { differences, fetchedPairsOf, fixedFields, type Pair } from './comparing.js';
import { fail } from './judging.js';

/** Findings for everything that a refused PATCH changed nevertheless; empty when it changed nothing. */
export function effectsOf(call: Call, trace: Trace, message: string): readonly Finding[] {
  if (call.operation !== 'updatePresentation' || call.ok) return [];
  const presentation = trace.presentation(call.id);
  if (!presentation) return [];
  const title = call.sent.kind === 'json' ? fieldOf(call.sent.value, 'title') : undefined;
  const isTitled = (value: unknown) => typeof title === 'string' && fieldOf(value, 'title') === title;
  const shown = presentation.sightings.find(
    (sighting) => isBefore(call, sighting.call) && isTitled(sighting.value),
  );
  if (shown) return [fail(message, { expected: 'the title as it was', actual: title, call: shown.call })];
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

const comparedFields = [...fixedFields, 'title'];

const changed = (pair: Pair) =>
  comparedFields.filter((field) => differences(pair, [field], () => '').length > 0);
