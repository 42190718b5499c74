import { expect, test } from 'vitest';
import { derivedPart } from './derived-part.js';
import { derived } from './derive.js';
import { moments } from './moments.js';
import { promises } from './promises.js';
import { proveDerived } from './prove-derived.js';

test('every operation and every field that the document requires is negated at every moment', () => {
  const ids = new Set(derived.map(({ id }) => id));
  expect(promises).toHaveLength(7);
  const required = promises.flatMap(({ fields }) => fields).filter((field) => field.required);
  expect(required.length).toBeGreaterThan(25);
  for (const wrong of ['missing', 'null', 'misspelt']) {
    for (const { id: moment } of moments) {
      const found = [...ids].filter((id) => id.endsWith(`-${wrong}@${moment}`));
      expect(found.length).toBeGreaterThanOrEqual(required.length);
    }
  }
});

test('no two derived mutants have the same id', () => {
  expect(new Set(derived.map(({ id }) => id)).size).toBe(derived.length);
});

/** Coprime with the number of moments. `npm run prove` takes all. */
const every = 61;
const some = derived.filter((_, index) => index % every === 0);

test('each is caught by a rule of its section, or a reason says why not', async () => {
  const { failures } = await derivedPart(() => some);
  expect(failures).toEqual([]);
});

test('a mutant that is always there, in a field of every view, is caught', async () => {
  const chosen = derived.filter(({ id }) => /^poll-[a-z-]+-status-missing@always$/.test(id));
  expect(chosen).toHaveLength(4);
  expect((await proveDerived(chosen)).map(({ outcome }) => outcome)).toEqual(chosen.map(() => 'caught'));
});
