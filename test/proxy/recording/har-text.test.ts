import { expect, test } from 'vitest';
import type { Exchange } from '../../../src/journal/exchange.js';
import { fromHar } from '../../../src/journal/read-har.js';
import { HAR_TAIL, harEntry, harHead } from '../../../src/proxy/recording/har-text.js';

test('an entry says for other readers how the exchange failed, and what was cut', () => {
  const exchange: Exchange = {
    sequence: 1,
    startedAt: 1_000,
    endedAt: 2_000,
    request: { method: 'GET', url: 'http://h.example/api/v1/templates', headers: [] },
    response: { status: 200, headers: [], body: { text: '[', bytes: 2_000_000, cut: true } },
    failure: 'reset',
    renewed: true,
    notes: { failure: 'it reset the connection' },
  };
  const text = harHead({ name: 'deckhand', version: '0' }) + harEntry(exchange) + HAR_TAIL;
  const [entry] = JSON.parse(text).log.entries;
  expect(entry.comment).toBe(
    'failure: it reset the connection; the kept connection was closed before the request was sent; it was sent on another one; the response body was cut: it has 2000000 bytes',
  );
  expect(entry.response._error).toBe('net::ERR_CONNECTION_RESET');
  const { notes: _, ...wire } = exchange;
  expect(fromHar(JSON.parse(text)).exchanges).toEqual([wire]);
});
