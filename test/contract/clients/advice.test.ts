import { expect, test } from 'vitest';
import { hours } from '../../clients/hours.js';
import { prove } from '../../clients/proof.js';

const judged = async (polls: number, wait: number) => {
  const { verdicts } = await prove({
    id: 'watches',
    title: 'Polls a job that makes progress.',
    scenario: 'hours',
    options: hours,
    act: async ({ tab }) => {
      const me = tab();
      await me.polls(await me.job(), polls, wait);
    },
  });
  return verdicts.find(({ rule }) => rule.id === 'client/limits-its-polling')?.outcome;
};

test('a client that polls for more than three hours is advised to limit its time', async () => {
  expect(await judged(400, 30_000)).toBe('observed');
});

test('a client that polls for less time, or seldom, gets no advice', async () => {
  expect(await judged(400, 20_000)).toBe('pass');
  expect(await judged(100, 200_000)).toBe('pass');
});
