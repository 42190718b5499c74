/** Services that take several liberties at once, for fast-check: at most one for each open question. */
import fc from '../fast-check.js';
import { liberties } from './liberties.js';
import type { Liberty } from './liberty.js';

/** Between `least` and `most` compatible liberties, in the order of their application. */
export function combination(least = 2, most = 14): fc.Arbitrary<readonly Liberty[]> {
  return fc
    .shuffledSubarray([...liberties], { minLength: least, maxLength: most })
    .map(compatible)
    .filter((chosen) => chosen.length >= least);
}

/** The liberties whose questions no earlier one settles. */
export function compatible(wanted: readonly Liberty[]): readonly Liberty[] {
  const settled = new Set<string>();
  const chosen = wanted.filter(({ settles }) => {
    if (settles.some((question) => settled.has(question))) return false;
    settles.forEach((question) => settled.add(question));
    return true;
  });
  return liberties.filter((liberty) => chosen.includes(liberty));
}

/** The same combinations at every run of the proof, so that its document only changes when something did. */
export const provedCombinations = (): readonly (readonly Liberty[])[] =>
  fc.sample(combination(), { numRuns: 200, seed: 2026 });
