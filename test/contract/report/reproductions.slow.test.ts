import { expect, test } from 'vitest';
import { mutants } from '../../mutants/mutants.js';
import { isRateLimited, reproduce } from './reproductions.js';

test.each(mutants.filter((mutant, index) => index % 24 === 5 && !isRateLimited(mutant)))(
  'the commands of a report show its findings again in a plain shell: $id',
  async (mutant) => {
    const { failures } = await reproduce(mutant);
    expect(failures).toEqual([]);
  },
);

test.each(
  mutants.filter(({ id }) =>
    ['created-is-never-found', 'created-has-another-title-when-fetched'].includes(id),
  ),
)('the commands create a presentation, and fetch it: $id', async (mutant) => {
  const { run, failures } = await reproduce(mutant);
  expect(run).toBeGreaterThan(0);
  expect(failures).toEqual([]);
});

test('the commands repeat the request without a key that a finding is about', async () => {
  const mutant = mutants.find(({ id }) => id === 'message-without-key-is-refused-and-done');
  const { run, failures } = await reproduce(mutant ?? (mutants[0] as (typeof mutants)[number]));
  expect(run).toBeGreaterThan(0);
  expect(failures).toEqual([]);
});
