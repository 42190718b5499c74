import { expect, test } from 'vitest';
import { checkVirtually } from './virtual-run.js';

/** Every tenth request that reads fails once. */
const sometimes = () => {
  let reads = 0;
  return {
    instead: ({ method }: { method: string }) =>
      method === 'GET' && ++reads % 10 === 0 ? { status: 500, body: { error: 'internal' } } : undefined,
  };
};
const judged = async (max5xx?: number) => {
  const { report } = await checkVirtually([sometimes()], ['question'], {
    ...(max5xx !== undefined && { max5xx }),
  });
  return [report.outcome, report.rules.find(({ id }) => id === 'service/rarely-fails')?.outcome];
};

test('a share of 5xx above one percent is a warning of a run', async () => {
  expect(await judged()).toEqual(['pass', 'warn']);
});

test('a run fails above --max-5xx', async () => {
  expect(await judged(0.01)).toEqual(['fail', 'fail']);
  expect(await judged(0.5)).toEqual(['pass', 'warn']);
});
