import { expect, test } from 'vitest';
import { brokenIn, isRight, recordings } from './recorded-part.js';

test.each(recordings)('$title', (recording) => {
  expect(isRight(recording), brokenIn(recording).join()).toBe(true);
});
