import { expect, test } from 'vitest';
import type { OutgoingRequest, TransportResult } from '../../../src/journal/transport.js';
import { verifyInVirtualTime, constantLatency } from '../virtual-time-run.js';

const refusal = (after: string): TransportResult => ({
  response: { status: 429, headers: [['retry-after', after]] },
});

test.each([['soon'], ['-1'], ['1e400'], ['99999999999'], ['30'], ['0'], ['Thu, 01 Jan 1970 00:00:00 GMT']])(
  'a target that always returns 429 with Retry-After: %s ends the run within two minutes',
  async (after) => {
    const instead = () => Promise.resolve(refusal(after));
    const { report } = await verifyInVirtualTime(
      [],
      [],
      { requestsPerMinute: 20 },
      { ...constantLatency, instead },
    );
    expect(report.outcome).toBe('error');
    expect(report.reason).toContain('429');
    expect(report.durationSeconds).toBeLessThan(120);
  },
);

const nothing = { apiKeyWithoutAccess: undefined, questionPrompt: undefined, failurePrompt: undefined };

/** Checks a service that allows 20 requests a minute of what `bucketOf` names. */
async function run(bucketOf: (key: string) => string) {
  const times = new Map<string, number[]>();
  let limited = 0;
  const instead = async ({ headers }: OutgoingRequest, pace: { now: () => number }) => {
    const sent = new Map(headers.map(([name, value]) => [name.toLowerCase(), value]));
    const key = sent.get('authorization') ?? sent.get('x-api-key') ?? 'none';
    const bucket = bucketOf(key.replace('Bearer ', ''));
    const recent = (times.get(bucket) ?? []).filter((time) => time > pace.now() - 60_000);
    times.set(bucket, recent);
    if (recent.length < 20) {
      recent.push(pace.now());
      return undefined;
    }
    limited++;
    return refusal(String(Math.ceil(((recent[0] ?? 0) + 60_000 - pace.now()) / 1000)));
  };
  const options = { requestsPerMinute: 20, ...nothing };
  const { report } = await verifyInVirtualTime([], [], options, { ...constantLatency, instead });
  return { outcome: report.outcome, minutes: report.durationSeconds / 60, limited };
}

test('each key has a rate of its own', async () => {
  const { outcome, minutes, limited } = await run((key) => key);
  expect({ outcome, limited }).toEqual({ outcome: 'pass', limited: 0 });
  expect(minutes).toBeLessThan(4.5);
});

test('all keys share the rate of a service that counts the requests of an address', async () => {
  const { outcome, minutes, limited } = await run(() => 'address');
  expect(outcome).toBe('pass');
  expect(limited).toBeLessThan(8);
  expect(minutes).toBeLessThan(8);
});
