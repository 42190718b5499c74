import { expect, test } from 'vitest';
import { derivedPart } from './derived-part.js';
import { generatedMutants } from './generate.js';
import { activations } from './activations.js';
import { requirements } from './requirements.js';

test('every operation and every field that the document requires is negated at every moment', () => {
  const ids = new Set(generatedMutants.map(({ id }) => id));
  expect(ids.size).toBe(generatedMutants.length);
  expect(requirements).toHaveLength(7);
  const required = requirements.flatMap(({ fields }) => fields).filter((field) => field.required);
  expect(required.length).toBeGreaterThan(25);
  for (const wrong of ['missing', 'null', 'misspelt']) {
    for (const { id: moment } of activations) {
      const found = [...ids].filter((id) => id.endsWith(`-${wrong}@${moment}`));
      expect(found.length).toBeGreaterThanOrEqual(required.length);
    }
  }
});

test('each is caught by a rule of its section, or a reason says why not', async () => {
  // Coprime with the number of moments. `npm run prove` takes all.
  const { failures } = await derivedPart((all) => all.filter((_, index) => index % 61 === 0));
  expect(failures).toEqual([]);
});
