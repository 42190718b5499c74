/** What somebody probably meant. */
import { closest, distance } from 'fastest-levenshtein';

/** The candidate nearest to the word, when one is near enough to be a slip of the pen. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (candidates.length === 0) return undefined;
  const best = candidates.find((candidate) => candidate.includes(word)) ?? closest(word, candidates);
  const near = distance(word, best) <= Math.max(2, Math.floor(word.length / 2));
  return near || best.includes(word) ? best : undefined;
}

/** ` Did you mean x?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const guess = nearest(word, candidates);
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}
