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
  /** `mutation@activation`. */
  readonly id: string;
  readonly title: string;
  readonly sections: readonly string[];
  /** New hooks each time, because an activation counts calls. */
  readonly createHooks: () => ServiceHooks;
}

const mutations: readonly MutationOperator[] = [
  ...requirements.flatMap((requirement) => [
    ...mutateOperation(requirement),
    ...requirement.fields.flatMap(mutateField),
  ]),
  ...lifecycleMutations,
  ...authMutations,
  ...isolationMutations,
  ...effectMutations,
];

/** In the order of the document. Some are duplicates: see run-mutants.ts. */
export const generatedMutants: readonly GeneratedMutant[] = mutations.flatMap((mutation) =>
  activations.map((activation) => combine(mutation, activation)),
);

function combine(
  { id, title, sections, createHooks }: MutationOperator,
  activation: Activation,
): GeneratedMutant {
  return {
    id: `${id}@${activation.id}`,
    title: `${title}, ${activation.title}.`,
    sections,
    createHooks: () => createHooks(activation.create()),
  };
}
