import { expect, test } from 'vitest';
import { mutants } from '../mutants/mutants.js';
import { accusationsOf, crosses, dialects, proveCross } from './crossed.js';

/** `npm run prove` takes all. */
const every = 37;

test('no dialect alone is accused', async () => {
  for (const dialect of dialects.filter((_, index) => index % every === 0))
    expect(await accusationsOf(dialect)).toEqual([]);
});

test('a mutant inside a dialect is caught, unless the dialect undoes or hides it', async () => {
  const chosen = crosses(mutants).filter((_, index) => index % every === 0);
  expect(chosen.length).toBeGreaterThan(10);
  for (const cross of chosen) {
    const { outcome, mutant, dialect, by } = await proveCross(cross);
    const told = { mutant: mutant.id, dialect: dialect.map(({ id }) => id), by };
    expect(['missed', 'no gap'], JSON.stringify(told)).not.toContain(outcome);
  }
});

test('each mutant is inside three dialects', () => {
  const all = crosses(mutants);
  expect(all).toHaveLength(3 * mutants.length);
  for (const { dialect } of all) expect(dialect.length).toBeGreaterThanOrEqual(2);
});
