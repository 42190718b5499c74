import { expect, it } from 'vitest';
import { nearest } from '../../src/base/nearest.js';

const NAMES = ['happy-path', 'slow-progress', 'rate-limited', 'instant'];

it.each([
  ['hapy-path', 'happy-path'],
  ['rate_limited', 'rate-limited'],
  ['Instant', 'instant'],
  ['slow', 'slow-progress'],
])('%s is nearest to %s', (word, name) => {
  expect(nearest(word, NAMES)).toBe(name);
});

it('a word far from all others has no nearest', () => {
  expect(nearest('kubernetes', NAMES)).toBeUndefined();
});

it('a word of one letter has no nearest', () => {
  expect(nearest('i', NAMES)).toBeUndefined();
  expect(nearest('', NAMES)).toBeUndefined();
});

it('a word of two letters is near to words that differ in one letter', () => {
  expect(nearest('oh', ['on', 'progress'])).toBe('on');
  expect(nearest('in', NAMES)).toBeUndefined();
});
