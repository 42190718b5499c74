/** Derives mutants from the contract document: each negation of each promise, at each moment. */
import { effectNegations } from './effect-negations.js';
import { negationsOf } from './field-negations.js';
import { keyNegations, scopeNegations } from './key-negations.js';
import { lifecycleNegations } from './lifecycle-negations.js';
import { moments, type Moment, type Negation } from './moments.js';
import { negationsOfOperation } from './operation-negations.js';
import { promises } from './promises.js';
import type { Variation } from '../../mutants/plain-service/variation.js';

export interface Derived {
  /** Of the negation, and of the moment after an @. */
  readonly id: string;
  readonly title: string;
  readonly sections: readonly string[];
  /** A new service each time, because a moment counts occasions. */
  readonly make: () => Variation;
}

const negations: readonly Negation[] = [
  ...promises.flatMap((promise) => [
    ...negationsOfOperation(promise),
    ...promise.fields.flatMap(negationsOf),
  ]),
  ...lifecycleNegations,
  ...keyNegations,
  ...scopeNegations,
  ...effectNegations,
];

/** In the order of the document. Some are equal services: see `prove-derived.ts`. */
export const derived: readonly Derived[] = negations.flatMap((negation) =>
  moments.map((moment) => at(negation, moment)),
);

function at({ id, title, sections, apply }: Negation, moment: Moment): Derived {
  return {
    id: `${id}@${moment.id}`,
    title: `${title}, ${moment.title}.`,
    sections,
    make: () => apply(moment.begin()),
  };
}
