/** Services that take several liberties at once, for fast-check: at most one answer to each open question. */
import fc from '../fast-check.js';
import { liberties } from './liberties.js';
import type { Liberty } from './liberty.js';

/** Between `least` and `most` liberties that get along, in the order in which they are to be applied. */
export function combination(least = 2, most = 14): fc.Arbitrary<readonly Liberty[]> {
  return fc
    .shuffledSubarray([...liberties], { minLength: least, maxLength: most })
    .map(compatible)
    .filter((chosen) => chosen.length >= least);
}

/** Those that answer no question that one before them has answered. */
export function compatible(wanted: readonly Liberty[]): readonly Liberty[] {
  const settled = new Set<string>();
  const chosen = wanted.filter(({ settles }) => {
    if (settles.some((question) => settled.has(question))) return false;
    settles.forEach((question) => settled.add(question));
    return true;
  });
  return liberties.filter((liberty) => chosen.includes(liberty));
}
