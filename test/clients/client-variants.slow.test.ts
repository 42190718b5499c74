import { expect, test } from 'vitest';
import { clientLiberties } from './variants/all-client-variants.js';
import { prove } from './run-case.js';

test.each(clientLiberties)('$id breaks no rule, however it is judged', async (liberty) => {
  const { broken, otherwise, exchanges } = await prove(liberty);
  expect(broken).toEqual([]);
  expect(otherwise).toEqual([]);
  expect(exchanges.length).toBeGreaterThan(0);
});

test('ids are kebab-case and unique, titles are sentences', () => {
  for (const { id, title } of clientLiberties) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
  expect(new Set(clientLiberties.map(({ id }) => id)).size).toBe(clientLiberties.length);
});
