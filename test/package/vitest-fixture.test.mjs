// @ts-check
// Run by vitest inside a project that installed the tarball: the fixture of deckhand/vitest responds to a fetch.
import { test } from 'deckhand/vitest';
import { expect } from 'vitest';

test('the fixture has a sandbox for the test', async ({ deckhand }) => {
  const templates = await deckhand.fetch('/templates');
  expect(templates.status).toBe(200);
  expect(deckhand.journal()).toHaveLength(1);
});
