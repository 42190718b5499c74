import { expect, test } from 'vitest';
import { faultOf, textTypeOf } from '../../../src/panel/bar/fault-content.js';

const FORM = { operation: '', job: '', often: 'times', times: '1', kind: 'answer', status: '503' };

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
  [
    { kind: 'reset', operation: 'listTemplates', job: 'gen_1' },
    { connection: 'reset', on: 'listTemplates', job: 'gen_1' },
  ],
] as const)('the form %j makes the request %j', (typed, request) => {
  expect(faultOf({ ...FORM, ...typed })).toEqual({ times: 1, ...request });
});

test('a fault applies a number of times, for a while, or by chance', () => {
  const often = (typed: Readonly<Record<string, string>>) => faultOf({ ...FORM, kind: 'reset', ...typed });
  expect(often({ times: '3' })).toEqual({ connection: 'reset', times: 3 });
  expect(often({ often: 'while', time: ' 90s' })).toEqual({
    connection: 'reset',
    times: 100_000,
    ttl: '90s',
  });
  expect(often({ often: 'chance', time: '1m', percent: '30' })).toMatchObject({ chance: 0.3, ttl: '1m' });
});

test('only a body that is not JSON has a media type of its own', () => {
  expect(['', ' ', '{}', '"text"', '3'].map(textTypeOf)).toEqual(Array(5).fill(undefined));
  expect(['<p>', 'oh no', '{'].map(textTypeOf)).toEqual(['text/html', 'text/plain', 'text/plain']);
});
