/** What somebody probably meant. */
import { closest, distance } from 'fastest-levenshtein';

/** The candidate nearest to the word, when one is near enough to be a slip of the pen or the word is part of it. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length < 2 || candidates.length === 0) return undefined;
  const longer = word.length < 3 ? undefined : candidates.find((candidate) => candidate.includes(word));
  if (longer !== undefined) return longer;
  const best = closest(word, candidates);
  return distance(word, best) <= Math.max(1, Math.floor(word.length / 2)) ? best : undefined;
}

/** ` Did you mean x?`, or nothing. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const guess = nearest(word, candidates);
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}
