import { expect, test } from 'vitest';
import { findWrongVerdicts, recordings } from './recordings.js';

// With `%s`, because Vitest cuts a `$title`.
test.each(recordings.map((recording) => [recording.title, recording] as const))('%s', (_, recording) => {
  expect(findWrongVerdicts(recording)).toEqual([]);
});
