/** Where a service does otherwise than was seen of it before: answers and shapes that are new. Nobody promised the old ones. */
import type { Expectations, Expected } from '../follow/expected.js';
import { isSchema } from '../follow/most.js';
import type { Learnt, LearntAnswer, LearntPlace } from '../learnt.js';
import type { Place } from '../places.js';
import { differences } from './differences.js';

export interface Drift {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** An exchange that shows it: its `sequence`. */
  readonly exchange?: number;
}

/** Places where what is seen depends on what clients send and on how jobs happen to go: nothing drifts there. */
const incidental =
  /^(?:request\/|refusal\/other|refused-bodies|lengths|transitions|first-view|after-a-reply|progress-figures)/;

/** Places whose answers say what their schema says better. */
const shapedOnly = /^(?:more\/|body\/section)/;

export function canDrift({ id }: Place): boolean {
  return !incidental.test(id);
}

export function driftOf(expected: Expected, seen: LearntPlace): readonly Drift[] {
  const { place, answers, schema } = expected;
  if (!canDrift(place)) return [];
  const known = answers.map(([answer]) => answer);
  const fresh = shapedOnly.test(place.id) ? [] : seen.answers.filter(({ what }) => isNew(what, known));
  const shapes = isSchema(schema) && seen.schema ? differences(schema, seen.schema) : [];
  return [
    ...fresh.map((answer) => newAnswer(answer, known)),
    ...shapes.map(({ path, message }) => ({
      message: `${path === '' ? 'the whole of it' : path} ${message}`,
      expected: 'what was seen before',
      actual: message,
      ...(seen.answers[0] && { exchange: seen.answers[0].exchange }),
    })),
  ];
}

/** By place, in the order of the places. */
export function driftsOf(
  expectations: Expectations,
  { places }: Learnt,
): ReadonlyMap<string, readonly Drift[]> {
  return new Map(
    places.flatMap((seen) => {
      const expected = expectations.get(seen.id);
      const drifts = expected ? driftOf(expected, seen) : [];
      return drifts.length > 0 ? [[seen.id, drifts] as const] : [];
    }),
  );
}

/** An answer under a condition is new only when others were seen under it. */
function isNew(answer: string, known: readonly string[]): boolean {
  const condition = conditionOf(answer);
  const comparable = known.filter((one) => conditionOf(one) === condition);
  return comparable.length > 0 && !comparable.includes(answer);
}

const conditionOf = (answer: string) => / (?:while|with) .*$/.exec(answer)?.[0] ?? '';

function newAnswer({ what, count, exchange }: LearntAnswer, known: readonly string[]): Drift {
  const condition = conditionOf(what);
  const seen = known.filter((one) => conditionOf(one) === condition).join(' or ');
  const times = count === 1 ? 'once' : `${count} times`;
  return { message: `${what}, ${times}, where ${seen} was seen`, expected: seen, actual: what, exchange };
}
