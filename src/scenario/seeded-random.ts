/**
 * Seeded random numbers (MurmurHash3), without state. The same seed and labels give the same number in every process and on every
 * platform, so Deckhand stores no random numbers.
 */

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** A random unsigned 32-bit integer. */
export function hash32(seed: number, ...labels: readonly (string | number)[]): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  for (const label of labels) {
    if (typeof label === 'number') hash = murmurRound(hash, label | 0);
    else
      for (let index = 0; index < label.length; index += 1) hash = murmurRound(hash, label.charCodeAt(index));
    hash = murmurRound(hash, 0x5bd1e995);
  }
  return murmurFinalize(hash);
}

/** A random number from 0 up to, but not including, 1. */
export function seededRandom(seed: number, ...labels: readonly (string | number)[]): number {
  return hash32(seed, ...labels) / 0x1_0000_0000;
}

/** A random entry of `choices`, which must not be empty. */
export function randomChoice<T>(
  choices: readonly T[],
  seed: number,
  ...labels: readonly (string | number)[]
): T {
  return choices[Math.floor(seededRandom(seed, ...labels) * choices.length)] as T;
}

/** A random name of sixteen characters, without the letters that look like digits. */
export function randomId(seed: number, ...labels: readonly (string | number)[]): string {
  let name = '';
  for (let word = 0; word < 4; word += 1) {
    let bits = hash32(seed, word, ...labels);
    for (let index = 0; index < 4; index += 1) {
      name += ALPHABET[bits & 31];
      bits >>>= 5;
    }
  }
  return name;
}

/** One round of MurmurHash3. */
function murmurRound(hash: number, block: number): number {
  let word = Math.imul(block, 0xcc9e2d51);
  word = (word << 15) | (word >>> 17);
  let mixed = hash ^ Math.imul(word, 0x1b873593);
  mixed = (mixed << 13) | (mixed >>> 19);
  return (Math.imul(mixed, 5) + 0xe6546b64) | 0;
}

/** The finalizer of MurmurHash3. */
function murmurFinalize(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
