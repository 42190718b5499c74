import { expect, test } from 'vitest';
import { BrokenExchanges } from '../../../src/contract/evidence/broken-exchanges.js';
import type { Exchange } from '../../../src/journal/exchange.js';

const exchange = (sequence: number, more: Partial<Exchange> = {}): Exchange => ({
  sequence,
  startedAt: sequence,
  endedAt: sequence + 1,
  request: { method: 'GET', url: '/api/v1/templates', headers: [] },
  ...more,
});

test('a note counts each kind of failure and names the first requests', () => {
  const broken = new BrokenExchanges();
  broken.add(exchange(1));
  for (let sequence = 2; sequence <= 8; sequence++) broken.add(exchange(sequence, { failure: 'reset' }));
  broken.add(exchange(9, { failure: 'timeout' }));
  broken.add(exchange(10, { renewed: true }));
  expect(broken.notes()).toEqual([
    '7 requests without a complete response: a reset connection (#2, #3, #4, #5, #6, …)',
    '1 request without a complete response: a timeout (#9)',
    '1 request sent on a new connection, because the kept one had been closed (#10)',
  ]);
});

test('a reset after the head of a response is not told as a missing response', () => {
  const broken = new BrokenExchanges();
  broken.add(exchange(1, { failure: 'reset' }));
  broken.add(exchange(2, { failure: 'reset', response: { status: 200, headers: [] } }));
  broken.add(exchange(3, { failure: 'truncated', response: { status: 200, headers: [] } }));
  expect(broken.notes()).toEqual([
    '1 request without a complete response: a reset connection (#1)',
    '1 request without a complete response: a reset connection after the head (200) (#2)',
    '1 request without a complete response: an incomplete response (200) (#3)',
  ]);
});

test('a journal without failures has no note', () => {
  const broken = new BrokenExchanges();
  broken.add(exchange(1));
  expect(broken.notes()).toEqual([]);
});
