import { expect, test } from 'vitest';
import { brokenIn, isRight, recordings } from './recordings.js';

// With `%s`, because Vitest cuts a `$title`.
test.each(recordings.map((recording) => [recording.title, recording] as const))('%s', (_, recording) => {
  expect(isRight(recording), brokenIn(recording).join()).toBe(true);
});
