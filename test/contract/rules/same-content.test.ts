import { expect, test } from 'vitest';
import { sameContent } from '../../../src/contract/rules/same-content.js';

test('the order of items matters, and the order of fields does not', () => {
  expect(sameContent({ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 })).toBe(true);
  expect(sameContent([1, 2], [2, 1])).toBe(false);
});

test('addresses with different signatures are equal', () => {
  expect(sameContent('https://cdn.example/a.png?sig=1', 'https://cdn.example/a.png?sig=2#x')).toBe(true);
  expect(sameContent('https://cdn.example/a.png', 'https://cdn.example/b.png')).toBe(false);
  expect(sameContent('why?', 'why!')).toBe(false);
});

test('a missing field is a difference, and null is not an object', () => {
  expect(sameContent({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(sameContent({ toString: 1 }, { a: 1 })).toBe(false);
  expect(sameContent(null, {})).toBe(false);
});
