/** Generates mutants from the OpenAPI document: requirement × mutation × activation. */
import { effectMutations } from './effect-mutations.js';
import { mutateField } from './field-mutations.js';
import { authMutations, isolationMutations } from './auth-mutations.js';
import { lifecycleMutations } from './lifecycle-mutations.js';
import { activations, type Activation, type MutationOperator } from './activations.js';
import { mutateOperation } from './operation-mutations.js';
import { requirements } from './requirements.js';
import type { ServiceHooks } from '../../reference-service/hooks.js';

export interface GeneratedMutant {
  /** Of the negation, and of the moment after an @. */
  readonly id: string;
  readonly title: string;
  readonly sections: readonly string[];
  /** A new service each time, because a moment counts occasions. */
  readonly make: () => ServiceHooks;
}

const negations: readonly MutationOperator[] = [
  ...requirements.flatMap((promise) => [...mutateOperation(promise), ...promise.fields.flatMap(mutateField)]),
  ...lifecycleMutations,
  ...authMutations,
  ...isolationMutations,
  ...effectMutations,
];

/** In the order of the document. Some are equal services: see `prove-derived.ts`. */
export const generatedMutants: readonly GeneratedMutant[] = negations.flatMap((negation) =>
  activations.map((moment) => at(negation, moment)),
);

function at({ id, title, sections, apply }: MutationOperator, moment: Activation): GeneratedMutant {
  return {
    id: `${id}@${moment.id}`,
    title: `${title}, ${moment.title}.`,
    sections,
    make: () => apply(moment.begin()),
  };
}
