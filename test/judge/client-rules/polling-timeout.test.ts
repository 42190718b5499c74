import { expect, test } from 'vitest';
import { hours } from '../../clients/long-job.js';
import { runClient } from '../../clients/run-case.js';

const judged = async (polls: number, wait: number) => {
  const { verdicts } = await runClient({
    id: 'watches',
    title: 'Polls a job that makes progress.',
    scenario: 'hours',
    options: hours,
    act: async ({ tab }) => {
      const me = tab();
      await me.polls(await me.job(), polls, wait);
    },
  });
  return verdicts.find(({ rule }) => rule.id === 'client/has-polling-timeout')?.outcome;
};

test('a client that polls for more than three hours is advised to limit its time', async () => {
  expect(await judged(400, 30_000)).toBe('info');
});

test('a client that polls for less time, or seldom, gets no advice', async () => {
  expect(await judged(400, 20_000)).toBe('pass');
  expect(await judged(100, 200_000)).toBe('pass');
});

test('a client that polls an unmoving job for almost six hours is advised to give up', async () => {
  const outcomeOf = async (polls: number, wait: number) => {
    const { verdicts } = await runClient({
      id: 'waits',
      title: 'Polls a job that does not move.',
      scenario: 'never-ends',
      act: async ({ tab }) => {
        const me = tab();
        await me.polls(await me.job(), polls, wait);
      },
    });
    return verdicts.find(({ rule }) => rule.id === 'client/gives-up-on-stuck-job')?.outcome;
  };
  expect(await outcomeOf(71, 300_000)).toBe('info');
  expect(await outcomeOf(350, 60_000)).toBe('warn');
  expect(await outcomeOf(20, 60_000)).toBe('pass');
});
