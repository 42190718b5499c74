/** Combinations of several variants for fast-check: at most one for each topic. */
import fc from '../fast-check.js';
import { variants } from './variants.js';
import type { ConformingVariant } from './variant.js';

/** Between `min` and `max` compatible variants, in the order of their application. */
export function arbitraryCombination(min = 2, max = 14): fc.Arbitrary<readonly ConformingVariant[]> {
  return fc
    .shuffledSubarray([...variants], { minLength: min, maxLength: max })
    .map(filterCompatible)
    .filter((chosen) => chosen.length >= min);
}

/** The variants whose questions no earlier one settles. */
export function filterCompatible(wanted: readonly ConformingVariant[]): readonly ConformingVariant[] {
  const settled = new Set<string>();
  const chosen = wanted.filter(({ decides }) => {
    if (decides.some((question) => settled.has(question))) return false;
    decides.forEach((question) => settled.add(question));
    return true;
  });
  return variants.filter((variant) => chosen.includes(variant));
}

/** The rules that may warn about these variants. */
export const getDeclaredWarnings = (chosen: readonly ConformingVariant[]): readonly string[] =>
  chosen.flatMap(({ warns = [] }) => warns);

/** The same combinations at every run of the proof, so that its document only changes when something did. */
export const fixedCombinations = (): readonly (readonly ConformingVariant[])[] =>
  fc.sample(arbitraryCombination(), { numRuns: 200, seed: 2026 });
