/** Why a dialect hides a mutant from every run: what the dialect takes away, and which mutants need it. */
import type { Liberty } from '../liberties/liberty.js';
import type { Mutant } from '../mutants/mutant.js';

interface Hiding {
  readonly liberty: string;
  readonly mutants: RegExp;
  readonly why: string;
}

const hidings: readonly Hiding[] = [];

/** The reason; undefined if a run must catch the mutant in this dialect. */
export function whyHidden({ id }: Mutant, dialect: readonly Liberty[]): string | undefined {
  return hidings.find(({ liberty, mutants }) => dialect.some((one) => one.id === liberty) && mutants.test(id))
    ?.why;
}
