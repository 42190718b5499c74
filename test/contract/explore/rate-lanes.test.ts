import { expect, test } from 'vitest';
import { check, type Transport } from '../../../src/contract/index.js';
import { bodyOfText } from '../../../src/journal/body.js';
import { createPlainService } from '../../mutants/plain-service/handle.js';
import { idleClock } from './idle-clock.js';

/** Checks a service that allows 20 requests a minute of what `bucketOf` names. */
async function run(bucketOf: (key: string) => string) {
  const pace = idleClock();
  const service = createPlainService({ now: pace.now });
  const times = new Map<string, number[]>();
  let limited = 0;
  const transport: Transport = async ({ url, headers, body, ...request }) => {
    await pace.sleep(20);
    const sent = Object.fromEntries(headers);
    const bucket = bucketOf((sent['authorization'] ?? sent['x-api-key'] ?? 'none').replace('Bearer ', ''));
    const recent = (times.get(bucket) ?? []).filter((time) => time > pace.now() - 60_000);
    times.set(bucket, recent);
    if (recent.length >= 20) {
      limited++;
      const wait = Math.ceil(((recent[0] ?? 0) + 60_000 - pace.now()) / 1000);
      return { response: { status: 429, headers: [['retry-after', String(wait)]] } };
    }
    recent.push(pace.now());
    const path = new URL(url).pathname;
    const response = service.handle({ ...request, path, headers: sent, ...(body !== undefined && { body }) });
    const { status, headers: received, body: bytes } = response;
    return { response: { status, headers: Object.entries(received), body: bodyOfText(bytes.toString()) } };
  };
  const { first: apiKey, second: otherApiKey } = service.keys;
  const options = { baseUrl: 'http://plain.test/api/v1', apiKey, otherApiKey };
  const { report } = await check(options, { transport, pace });
  return { outcome: report.outcome, minutes: report.seconds / 60, limited };
}

test('each key has a rate of its own', async () => {
  const { outcome, minutes, limited } = await run((key) => key);
  expect({ outcome, limited }).toEqual({ outcome: 'pass', limited: 0 });
  expect(minutes).toBeLessThan(3.5);
});

test('all keys share the rate of a service that counts the requests of an address', async () => {
  const { outcome, minutes, limited } = await run(() => 'address');
  expect(outcome).toBe('pass');
  expect(limited).toBeLessThan(8);
  expect(minutes).toBeLessThan(8);
});
