import { expect, test } from 'vitest';
import { check, type TransportResult } from '../../../src/contract/index.js';
import { idleClock } from './idle-clock.js';

const always = (headers: Readonly<Record<string, string>>) => async (): Promise<TransportResult> => ({
  response: { status: 429, headers: Object.entries(headers) },
});

test.each([['soon'], ['-1'], ['1e400'], ['99999999999'], ['30'], ['0'], ['Thu, 01 Jan 1970 00:00:00 GMT']])(
  'a target that always returns 429 with Retry-After: %s ends the run within two minutes',
  async (after) => {
    const pace = idleClock();
    const started = pace.now();
    const { report } = await check(
      { baseUrl: 'https://limited.example/api/v1', apiKey: 'a-key' },
      { transport: always({ 'retry-after': after }), pace },
    );
    expect(report.outcome).toBe('error');
    expect(report.reason).toContain('429');
    expect(pace.now() - started).toBeLessThan(120_000);
  },
);
