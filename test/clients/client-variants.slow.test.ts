import { expect, test } from 'vitest';
import { clientVariants } from './variants/all-client-variants.js';
import { runClient } from './run-case.js';

test.each(clientVariants)('$id breaks no rule, however it is judged', async (variant) => {
  const { broken, otherwise, exchanges } = await runClient(variant);
  expect(broken).toEqual([]);
  expect(otherwise).toEqual([]);
  expect(exchanges.length).toBeGreaterThan(0);
});

test('ids are kebab-case and unique, titles are sentences', () => {
  for (const { id, title } of clientVariants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
  expect(new Set(clientVariants.map(({ id }) => id)).size).toBe(clientVariants.length);
});
