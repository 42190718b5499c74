import { expect, it } from 'vitest';
import { controlInputs } from '../../../src/generated/control-routes.js';
import type { VerbId } from './verb-types.js';
import { Virtual } from './virtual.js';

it('a missing body is refused with the required fields', async () => {
  await expect(new Virtual().run('advanceClock')).rejects.toMatchObject({
    code: 'bad-input',
    faults: [{ pointer: '', detail: 'is missing; it must be an object: by is required' }],
  });
  await expect(new Virtual().run('useScenario')).rejects.toMatchObject({
    faults: [
      {
        pointer: '',
        detail: 'is missing; it must be an object: must have at least 1 of the fields name, scenario, yaml',
      },
    ],
  });
});

const needed = Object.entries(controlInputs).filter(([, input]) => input.required);

it.each(needed.map(([id]) => id as VerbId))(
  '%s says more than that the body must be an object',
  async (id) => {
    const refusal = await new Virtual().run(id, { job: 'j', scenario: 's' }).catch((error: unknown) => error);
    const { faults } = refusal as { faults: readonly unknown[] };
    expect(faults).not.toEqual([]);
    expect(faults).not.toContainEqual({ pointer: '', detail: 'must be an object' });
  },
);
