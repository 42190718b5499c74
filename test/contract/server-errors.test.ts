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

test('a share of 5xx above one percent is a warning of a run', async () => {
  const { report } = await checkVirtually([sometimes()], ['question']);
  expect(report.outcome).toBe('pass');
  expect(report.rules.find(({ id }) => id === 'service/rarely-fails')?.outcome).toBe('warn');
});
