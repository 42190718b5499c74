import { expect, test } from 'vitest';
import { clientVariants } from './variants/all-client-variants.js';
import { runClient } from './run-case.js';

test.each(clientVariants)('$id breaks no rule, however it is judged', async (variant) => {
  const { broken, otherwise, exchanges } = await runClient(variant);
  expect(broken).toEqual([]);
  expect(otherwise).toEqual([]);
  expect(exchanges.length).toBeGreaterThan(0);
});

test.each(
  clientVariants.filter(({ id }) =>
    ['clicks-try-again', 'tries-a-broken-start-again', 'ignores-retry-after-once'].includes(id),
  ),
)('$id breaks no rule as the only client, because a user is no timer', async (variant) => {
  const { broken } = await runClient({ ...variant, judging: { singleClient: true } });
  expect(broken).toEqual([]);
});

test('ids are kebab-case and unique, titles are sentences', () => {
  for (const { id, title } of clientVariants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
  expect(new Set(clientVariants.map(({ id }) => id)).size).toBe(clientVariants.length);
});
