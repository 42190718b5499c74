/**
 * Derived mutants that no rule catches although a run is complete, with the reason: the interface allows it, or a run of
 * `verify` does not go there. `npm run prove` fails for a mutant without a reason, and for a reason whose mutant is caught.
 */

export interface Reason {
  /** Matches `negation@moment`. */
  readonly mutants: RegExp;
  readonly why: string;
}

export const reasons: readonly Reason[] = [];

export const reasonFor = (id: string): Reason | undefined => reasons.find(({ mutants }) => mutants.test(id));
