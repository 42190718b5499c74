import { expect, it } from 'vitest';
import { closestMatch } from '../../src/base/did-you-mean.js';

const NAMES = ['happy-path', 'slow-progress', 'rate-limited', 'instant'];

it.each([
  ['hapy-path', 'happy-path'],
  ['rate_limited', 'rate-limited'],
  ['Instant', 'instant'],
  ['slow', 'slow-progress'],
])('%s is closest to %s', (word, name) => {
  expect(closestMatch(word, NAMES)).toBe(name);
});

it('a short word with two letters in the wrong order matches', () => {
  expect(closestMatch('aks', ['generate', 'ask', 'complete', 'fail', 'stall'])).toBe('ask');
});

it('an unrelated word has no closest match', () => {
  expect(closestMatch('kubernetes', NAMES)).toBeUndefined();
});

it('a word of one letter has no closest match', () => {
  expect(closestMatch('i', NAMES)).toBeUndefined();
  expect(closestMatch('', NAMES)).toBeUndefined();
});

it('a word of two letters matches words that differ in one letter', () => {
  expect(closestMatch('oh', ['on', 'progress'])).toBe('on');
  expect(closestMatch('in', NAMES)).toBeUndefined();
});
