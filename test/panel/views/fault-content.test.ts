import { expect, test } from 'vitest';
import { NO_CONTENT, requestOf, textTypeOf } from '../../../src/panel/views/fault-content.js';

test.each([
  [{ status: '418' }, { answer: { status: 418 } }],
  [{ status: '429', retryAfter: ' 7s ' }, { answer: { status: 429, retry_after: '7s' } }],
  [
    { status: '500', body: '{"a":1}', delay: '2s' },
    { answer: { status: 500, body: { a: 1 } }, latency: '2s' },
  ],
  [
    { status: '502', body: '<h1>Bad</h1>' },
    { answer: { status: 502, body: '<h1>Bad</h1>', headers: { 'Content-Type': 'text/html' } } },
  ],
  [{ kind: 'reset' }, { connection: 'reset' }],
  [
    { kind: 'stall', delay: '1s' },
    { connection: 'stall', latency: '1s' },
  ],
  [{ kind: 'truncated' }, { corrupt: 'truncated' }],
  [{ kind: 'drip', drip: '9s' }, { drip: '9s' }],
  [{ kind: 'latency', delay: '1s..3s' }, { latency: '1s..3s' }],
] as const)('the form %j makes the request %j', (typed, request) => {
  expect(requestOf({ ...NO_CONTENT, ...typed })).toEqual(request);
});

test('only a body that is not JSON has a media type of its own', () => {
  expect(['', ' ', '{}', '"text"', '3'].map(textTypeOf)).toEqual(Array(5).fill(undefined));
  expect(['<p>', 'oh no', '{'].map(textTypeOf)).toEqual(['text/html', 'text/plain', 'text/plain']);
});
