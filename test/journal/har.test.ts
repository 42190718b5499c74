import { expect, test } from 'vitest';
import fc from '../fast-check.js';
import type { Exchange, WireBody } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { fromHar } from '../../src/journal/read-har.js';

const creator = { name: 'deckhand', version: '0' };

const roundTrip = (exchanges: readonly Exchange[]) =>
  fromHar(JSON.parse(JSON.stringify(toHar(exchanges, creator))));

const text = fc.string({ unit: 'binary' });
const headers = fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z-]{1,12}$/), text), { maxLength: 4 });
const body: fc.Arbitrary<WireBody> = fc.oneof(
  text.map((each) => ({ text: each, bytes: new TextEncoder().encode(each).length })),
  // Bytes that are not UTF-8.
  fc.uint8Array({ maxLength: 20 }).map((bytes) => {
    const invalid = Uint8Array.of(0xff, ...bytes);
    return {
      text: Buffer.from(invalid).toString('base64'),
      encoding: 'base64' as const,
      bytes: invalid.length,
    };
  }),
  fc.nat().map((bytes) => ({ text: '', bytes: bytes + 1, truncated: true })),
);
const time = fc.double({ min: 1.6e12, max: 2e12, noNaN: true });

const response = fc.record(
  {
    status: fc.integer({ min: 100, max: 599 }),
    statusText: text,
    httpVersion: fc.constantFrom('HTTP/1.0', 'HTTP/1.1', 'h2'),
    headers,
    body,
  },
  { requiredKeys: ['status', 'headers'] },
);

const exchange = fc.record(
  {
    sequence: fc.nat(),
    startedAt: time,
    endedAt: time,
    request: fc.record(
      { method: fc.constantFrom('GET', 'POST', 'PATCH'), url: fc.webUrl(), headers, body },
      { requiredKeys: ['method', 'url', 'headers'] },
    ),
    firstByteAt: time,
    response,
    proxyResponse: response,
    clockChanged: fc.constant(true),
    pageref: fc.string({ minLength: 1 }),
    failure: fc.constantFrom('reset', 'timeout', 'aborted', 'truncated', 'unreachable', 'protocol'),
  },
  { requiredKeys: ['sequence', 'startedAt', 'endedAt', 'request'] },
) as fc.Arbitrary<Exchange>;

test('a written journal is read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 5 }), (exchanges) => {
      // An exchange without a response has a failure. HAR cannot express a request that is still running.
      const expected = exchanges.map(({ firstByteAt, proxyResponse, ...each }): Exchange => {
        if (each.response) return firstByteAt === undefined ? each : { ...each, firstByteAt };
        const { failure = 'reset' } = each;
        return { ...each, failure, ...(proxyResponse && { proxyResponse }) };
      });
      expect(roundTrip(expected)).toMatchObject({ exchanges: expected, warnings: [] });
    }),
  );
});

test('the wait of an entry ends with the headers of the response, and then its body is received', () => {
  const { entries } = toHar(
    [
      {
        sequence: 1,
        startedAt: 1_000,
        firstByteAt: 1_200,
        endedAt: 6_200,
        request: { method: 'GET', url: 'http://x.example/', headers: [] },
        response: { status: 200, statusText: 'Fine', httpVersion: 'HTTP/1.0', headers: [] },
      },
    ],
    creator,
  ).log;
  expect(entries[0]).toMatchObject({
    time: 5_200,
    timings: { send: 0, wait: 200, receive: 5_000 },
    response: { status: 200, statusText: 'Fine', httpVersion: 'HTTP/1.0' },
  });
});

test.each([null, {}, { log: { entries: 'x' } }])('%j is reported as not a HAR file', (value) => {
  expect(fromHar(value)).toMatchObject({
    exchanges: [],
    warnings: ['it has no log.entries, so it is not a HAR file'],
  });
});
