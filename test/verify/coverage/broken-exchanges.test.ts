import { expect, test } from 'vitest';
import { noteFailedExchanges } from '../../../src/judge/recording-coverage.js';
import type { Exchange } from '../../../src/journal/exchange.js';

const exchange = (sequence: number, more: Partial<Exchange> = {}): Exchange => ({
  sequence,
  startedAt: sequence,
  endedAt: sequence + 1,
  request: { method: 'GET', url: '/api/v1/templates', headers: [] },
  ...more,
});

test('a note counts each kind of failure and names the first requests', () => {
  const resets = [2, 3, 4, 5, 6, 7, 8].map((sequence) => exchange(sequence, { failure: 'reset' }));
  expect(noteFailedExchanges([exchange(1), ...resets, exchange(9, { failure: 'timeout' })])).toEqual([
    '7 requests without a complete response: a reset connection (#2, #3, #4, #5, #6, …)',
    '1 request without a complete response: a timeout (#9)',
  ]);
});

test('a reset after the headers of a response is not a missing response', () => {
  const response = { status: 200, headers: [] };
  const broken = [
    exchange(1, { failure: 'reset' }),
    exchange(2, { failure: 'reset', response }),
    exchange(3, { failure: 'truncated', response }),
  ];
  expect(noteFailedExchanges(broken)).toEqual([
    '1 request without a complete response: a reset connection (#1)',
    '1 request without a complete response: a reset connection after the headers (200) (#2)',
    '1 request without a complete response: an incomplete response (200) (#3)',
  ]);
});
