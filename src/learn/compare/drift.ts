/** Finds drift: a service gives another answer or shape than in earlier observations. The interface allows both. */
import type { Expectations, Expected } from '../imitate/expectations.js';
import { isSchema } from '../imitate/most-frequent.js';
import type { LearnReport, ObservedAnswer, PlaceReport } from '../learn-report.js';
import type { Place } from '../places.js';
import { differences } from './differences.js';

export interface Drift {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The `sequence` of an exchange that shows it. */
  readonly exchange?: number;
}

/** Places that depend on the requests of clients and on the course of jobs. Differences there are not drift. */
const incidental =
  /^(?:request\/|refusal\/other|refused-bodies|lengths|transitions|first-view|after-a-reply|progress-figures)/;

/** Places where only the schema counts. */
const shapedOnly = /^(?:more\/|body\/section)/;

export function canDrift({ id }: Place): boolean {
  return !incidental.test(id);
}

export function driftOf(expected: Expected, observed: PlaceReport): readonly Drift[] {
  const { place, answers, schema } = expected;
  if (!canDrift(place)) return [];
  const known = answers.map(([answer]) => answer);
  const added = shapedOnly.test(place.id) ? [] : observed.answers.filter(({ what }) => isNew(what, known));
  const shapes = isSchema(schema) && observed.schema ? differences(schema, observed.schema) : [];
  return [
    ...added.map((answer) => newAnswer(answer, known)),
    ...shapes.map(({ path, message }) => ({
      message: `${path === '' ? 'the value' : path} ${message}`,
      expected: 'the same as before',
      actual: message,
      ...(observed.answers[0] && { exchange: observed.answers[0].exchange }),
    })),
  ];
}

/** By the id of the place. */
export function driftsOf(
  expectations: Expectations,
  { places }: LearnReport,
): ReadonlyMap<string, readonly Drift[]> {
  return new Map(
    places.flatMap((observed) => {
      const expected = expectations.get(observed.id);
      const drifts = expected ? driftOf(expected, observed) : [];
      return drifts.length > 0 ? [[observed.id, drifts] as const] : [];
    }),
  );
}

/** An answer is new only if earlier observations have other answers for the same condition. */
function isNew(answer: string, known: readonly string[]): boolean {
  const condition = conditionOf(answer);
  const comparable = known.filter((one) => conditionOf(one) === condition);
  return comparable.length > 0 && !comparable.includes(answer);
}

const conditionOf = (answer: string) => / (?:while|with) .*$/.exec(answer)?.[0] ?? '';

function newAnswer({ what, count, exchange }: ObservedAnswer, known: readonly string[]): Drift {
  const condition = conditionOf(what);
  const before = known.filter((one) => conditionOf(one) === condition).join(' or ');
  const times = count === 1 ? 'once' : `${count} times`;
  return { message: `${what}, ${times}, instead of ${before}`, expected: before, actual: what, exchange };
}
