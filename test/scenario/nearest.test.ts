import { expect, it } from 'vitest';
import { didYouMean, nearest } from '../../src/scenario/nearest.js';

const NAMES = ['happy-path', 'slow-progress', 'rate-limited', 'instant'];

it.each([
  ['hapy-path', 'happy-path'],
  ['slow-progres', 'slow-progress'],
  ['rate_limited', 'rate-limited'],
  ['Instant', 'instant'],
  ['slow', 'slow-progress'],
])('%s is nearest to %s', (word, name) => {
  expect(nearest(word, NAMES)).toBe(name);
});

it('what is far from everything has no nearest', () => {
  expect(nearest('kubernetes', NAMES)).toBeUndefined();
});

it('one letter is a slip for nothing', () => {
  expect(nearest('i', NAMES)).toBeUndefined();
  expect(nearest('', NAMES)).toBeUndefined();
});

it('a word of two letters is near only to what differs in one', () => {
  expect(nearest('oh', ['on', 'progress'])).toBe('on');
  expect(nearest('in', NAMES)).toBeUndefined();
});

it('nothing is near when there is nothing', () => {
  expect(nearest('x', [])).toBeUndefined();
  expect(didYouMean('x', [])).toBe('');
});

it('the guess is a sentence to append', () => {
  expect(didYouMean('instnat', NAMES)).toBe(' Did you mean instant?');
});
