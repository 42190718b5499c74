/** Finds the known name that is closest to a misspelt one. */
import { closest, distance } from 'fastest-levenshtein';

/**
 * The candidate that contains the word, or that has the same letters in another order, or else the one with the smallest edit distance;
 * `undefined` if none is close.
 */
export function closestMatch(word: string, candidates: readonly string[]): string | undefined {
  if (word.length < 2 || candidates.length === 0) return undefined;
  const containing = word.length < 3 ? undefined : candidates.find((candidate) => candidate.includes(word));
  if (containing !== undefined) return containing;
  const letters = sortLetters(word);
  const sameLetters = candidates.find((candidate) => sortLetters(candidate) === letters);
  if (sameLetters !== undefined) return sameLetters;
  const best = closest(word, candidates);
  return distance(word, best) <= Math.max(1, Math.floor(word.length / 2)) ? best : undefined;
}

const sortLetters = (word: string): string => [...word].sort().join('');

/** ` Did you mean x?`, or an empty string. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const guess = closestMatch(word, candidates);
  return guess === undefined ? '' : ` Did you mean ${guess}?`;
}
