import { expect, test } from 'vitest';
import fc from '../fast-check.js';
import type { Exchange, WireBody } from '../../src/journal/exchange.js';
import { toHar } from '../../src/journal/har.js';
import { fromHar } from '../../src/journal/read-har.js';

const creator = { name: 'deckhand', version: '0' };

const through = (exchanges: readonly Exchange[]) =>
  fromHar(JSON.parse(JSON.stringify(toHar(exchanges, creator))));

const text = fc.string({ unit: 'binary' });
const headers = fc.array(fc.tuple(fc.stringMatching(/^[A-Za-z-]{1,12}$/), text), { maxLength: 4 });
const body: fc.Arbitrary<WireBody> = fc.oneof(
  text.map((each) => ({ text: each, bytes: new TextEncoder().encode(each).length })),
  // Bytes that are not UTF-8.
  fc.uint8Array({ maxLength: 20 }).map((bytes) => {
    const broken = Uint8Array.of(0xff, ...bytes);
    return {
      text: Buffer.from(broken).toString('base64'),
      encoding: 'base64' as const,
      bytes: broken.length,
    };
  }),
  fc.nat().map((bytes) => ({ text: '', bytes: bytes + 1, cut: true })),
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
    steered: fc.constant(true),
    page: fc.string({ minLength: 1 }),
    failure: fc.constantFrom('reset', 'timeout', 'aborted', 'truncated', 'unreachable', 'protocol'),
  },
  { requiredKeys: ['sequence', 'startedAt', 'endedAt', 'request'] },
) as fc.Arbitrary<Exchange>;

test('a written journal is read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(exchange, { maxLength: 5 }), (exchanges) => {
      // An exchange without a response has a failure. HAR cannot express a request that is still running.
      const whole = exchanges.map(({ firstByteAt, proxyResponse, ...each }): Exchange => {
        if (each.response) return firstByteAt === undefined ? each : { ...each, firstByteAt };
        const { failure = 'reset' } = each;
        return { ...each, failure, ...(proxyResponse && { proxyResponse }) };
      });
      expect(through(whole)).toMatchObject({ exchanges: whole, problems: [] });
    }),
  );
});

test('an entry of a browser, without fields of Deckhand, is read', () => {
  const har = {
    log: {
      entries: [
        {
          startedDateTime: '2026-01-15T09:30:12.500Z',
          time: 20.5,
          request: {
            method: 'GET',
            url: 'https://api.example/api/v1/templates',
            headers: [{ name: 'x-api-key', value: 'k' }],
          },
          response: {
            status: 200,
            headers: [],
            content: { size: 2, mimeType: 'application/json', text: 'W10=', encoding: 'base64' },
          },
        },
      ],
    },
  };
  const [read] = fromHar(har).exchanges;
  expect(read).toMatchObject({
    sequence: 1,
    startedAt: Date.UTC(2026, 0, 15, 9, 30, 12, 500),
    response: { body: { text: '[]' } },
  });
  expect((read?.endedAt ?? 0) - (read?.startedAt ?? 0)).toBeCloseTo(20.5);
});

test('the wait of an entry ends with the head of the response, and its body is received after it', () => {
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

test('a response of the recording proxy is in the file as the client saw it, and is not a response of the service', () => {
  const proxyResponse = {
    status: 502,
    statusText: 'Bad Gateway',
    headers: [['X-Deckhand-Proxy', 'unreachable']],
  } as const;
  const request = { method: 'GET', url: 'http://x.example/', headers: [] };
  const written: Exchange = {
    sequence: 1,
    startedAt: 1,
    endedAt: 2,
    request,
    failure: 'unreachable',
    proxyResponse,
  };
  expect(toHar([written], creator).log.entries[0]).toMatchObject({
    response: { status: 502, statusText: 'Bad Gateway' },
    _deckhand: { answered: false, byProxy: true },
  });
  expect(through([written]).exchanges).toEqual([written]);
});

test('entries out of order are numbered by time', () => {
  const entry = (second: string) => ({
    startedDateTime: `2026-01-15T09:30:${second}.000Z`,
    time: 1,
    request: { method: 'GET', url: `http://x.example/${second}`, headers: [] },
    response: { status: 200, headers: [], content: { size: 0 } },
  });
  const { exchanges } = fromHar({ log: { entries: [entry('30'), entry('10'), entry('20')] } });
  expect(exchanges.map(({ sequence, request }) => [sequence, request.url.slice(-2)])).toEqual([
    [1, '10'],
    [2, '20'],
    [3, '30'],
  ]);
});

test.each([null, 1, {}, { log: {} }, { log: { entries: 'x' } }])(
  '%j is reported as not a HAR file',
  (value) => {
    expect(fromHar(value)).toMatchObject({
      exchanges: [],
      problems: ['it has no log.entries, so it is not a HAR file'],
    });
  },
);

test('entries that are not exchanges are reported, and the rest is read', () => {
  const { exchanges, problems } = fromHar({
    log: { entries: [null, { startedDateTime: '2026-01-15', request: { method: 'GET', url: '/x' } }, {}] },
  });
  expect(exchanges).toHaveLength(1);
  expect(problems).toEqual([
    'entry 1: it has no request with a method and an address',
    'entry 3: it has no request with a method and an address',
  ]);
});

test('a body that the recorder omitted keeps its size', () => {
  const request = { method: 'GET', url: '/x' };
  const entry = { startedDateTime: '2026-01-15', request, response: { status: 200, content: { size: 12 } } };
  expect(fromHar({ log: { entries: [entry] } }).exchanges[0]?.response?.body).toEqual({
    text: '',
    bytes: 12,
    cut: true,
  });
});
