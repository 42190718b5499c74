import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { truncateBody } from '../../src/journal/journal-ring.js';
import { ServiceHarness } from '../service/service-harness.js';
import { sent, wireExchange } from '../service/wire-exchange.js';

interface Sent {
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: string;
  readonly body?: string;
}

/** Sends a request and adds it to the journal, as a transport does. */
async function recorded({
  key,
  headers = { 'x-api-key': key },
  path = '/templates',
  body,
}: Sent): Promise<Exchange> {
  const harness = new ServiceHarness();
  const method = body === undefined ? 'GET' : 'POST';
  const response = await harness.respond({ method, path: path.split('?', 1)[0]!, body }, headers);
  const wire = wireExchange({
    endedAt: harness.at + 5,
    method,
    url: `/api/v1${path}`,
    requestHeaders: Object.entries(headers).flat(),
    requestBody: body === undefined ? undefined : truncateBody(body, body.length),
    ...sent(response),
  });
  return harness.deckhand.service.record(wire, response).toExchange();
}

/** Keys with all characters of headers and paths, also those with a meaning in patterns. */
const keys = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.+=~$&*()[]'), minLength: 8, maxLength: 40 });

describe('no key is in the journal', () => {
  const isLeaked = async (sent: Sent) => JSON.stringify(await recorded(sent)).includes(sent.key);

  it('from a header, a URL or a body', async () => {
    const header = fc.constantFrom(
      (key: string) => ({ 'x-api-key': key }),
      (key: string) => ({ authorization: `Bearer ${key}` }),
      (key: string) => ({ authorization: `bearer ${key}`, 'x-api-key': key }),
    );
    await fc.assert(
      fc.asyncProperty(keys, header, fc.boolean(), async (key, headersOf, isStart) => {
        const headers = { ...headersOf(key), 'content-type': 'application/json' };
        const sent: Sent = isStart
          ? {
              key,
              headers,
              path: '/presentations/generate',
              body: JSON.stringify({ prompt: `Use ${key}`, [key]: 1 }),
            }
          : { key, headers, path: `/presentations/${key}?key=${key}` };
        expect(await isLeaked(sent)).toBe(false);
      }),
    );
  });

  it('also if the exchange is serialized or printed before it is read', async () => {
    const key = 'deckhand-dev-key';
    const harness = new ServiceHarness();
    const response = await harness.respond({ path: '/templates' }, { 'x-api-key': key });
    const requestHeaders = ['X-Api-Key', key];
    const wire = wireExchange({
      endedAt: harness.at,
      url: `/?key=${key}`,
      requestHeaders,
      ...sent(response),
    });
    const raw = harness.deckhand.service.record(wire, response);
    const mark = expect.stringMatching(/^\[redacted \w{8}\]$/);
    expect(raw.toExchange().request.headers).toEqual([['X-Api-Key', mark]]);
    expect(JSON.stringify([raw])).not.toContain(key);
    expect(inspect(raw, { depth: Infinity, showHidden: true })).not.toContain(key);
  });
});
