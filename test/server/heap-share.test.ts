import { expect, it } from 'vitest';
import { heapShare } from '../../src/server/heap-share.js';

const MB = 2 ** 20;

it('a server uses a quarter of the heap that the program leaves', () => {
  expect(heapShare(304 * MB)).toBe(64 * MB);
  expect(heapShare(112 * MB)).toBe(16 * MB);
});

it('a server in a tiny heap still keeps 6 MB', () => {
  expect(heapShare(30 * MB)).toBe(6 * MB);
});
