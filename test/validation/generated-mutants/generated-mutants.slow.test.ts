import { expect, test } from 'vitest';
import { validateGeneratedMutants } from './section.js';
import { generatedMutants } from './generate.js';
import { activations } from './activations.js';
import { requirements } from './requirements.js';

test('every operation and every required field is mutated with every activation', () => {
  const ids = new Set(generatedMutants.map(({ id }) => id));
  expect(ids.size).toBe(generatedMutants.length);
  expect(requirements).toHaveLength(7);
  const required = requirements.flatMap(({ fields }) => fields).filter((field) => field.required);
  expect(required.length).toBeGreaterThan(25);
  for (const wrong of ['missing', 'null', 'misspelt']) {
    for (const { id: activation } of activations) {
      const found = [...ids].filter((id) => id.endsWith(`-${wrong}@${activation}`));
      expect(found.length).toBeGreaterThanOrEqual(required.length);
    }
  }
});

test('each is killed by a rule of its section, or has a stated reason', async () => {
  // 61 is coprime with the number of activations. `npm run test:rules` takes all.
  const { failures } = await validateGeneratedMutants((all) => all.filter((_, index) => index % 61 === 0));
  expect(failures).toEqual([]);
});
