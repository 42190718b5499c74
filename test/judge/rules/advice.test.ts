/** Advice is info in each case, and a service that gives no reason for it gets none. */
import { expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.js';
import type { Exchange, HeaderPairs, WireBody } from '../../../src/journal/exchange.js';
import { journal, poll, start, type ExchangeLine } from '../build-journal.js';

const adviceIn = (exchanges: readonly Exchange[]): readonly string[] =>
  judge(exchanges)
    .filter(({ rule }) => rule.id.startsWith('advice/'))
    .flatMap(({ rule, outcome, findings }) =>
      findings.map(({ message }) => `${outcome} ${rule.id.slice('advice/'.length)}: ${message}`),
    );

const adviceFor = (...lines: readonly ExchangeLine[]): readonly string[] => adviceIn(journal(...lines));

const progress = (slides_completed: number, slides_total = 5): ExchangeLine =>
  poll({ status: 'generating', progress: { slides_completed, slides_total, current_step: 'Slide' } });

const list = (returned: HeaderPairs, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'GET /templates',
  received: [],
  returned: [['content-type', 'application/json'], ...returned],
  ...more,
});

const withBody = (body: WireBody, headers: HeaderPairs = []): readonly Exchange[] =>
  journal(list(headers)).map((exchange) => ({
    ...exchange,
    ...(exchange.response && { response: { ...exchange.response, body } }),
  }));

const base64 = (...bytes: readonly number[]): WireBody => ({
  text: Buffer.from(bytes).toString('base64'),
  encoding: 'base64',
  bytes: bytes.length,
});

test('progress that goes back is advice, and progress that stays or grows is not', () => {
  expect(adviceFor(start, progress(2), progress(4), progress(3))).toEqual([
    'info progress-may-go-back: slides_completed goes back: show the highest number so far, or none',
  ]);
  expect(adviceFor(start, progress(2, 8), progress(2, 6))).toEqual([
    'info progress-may-go-back: slides_total goes back: show the highest number so far, or none',
  ]);
  expect(adviceFor(start, progress(2), progress(2), progress(3, 6))).toEqual([]);
});

test.each([
  ['public, max-age=60', 1],
  ['max-age=0, s-maxage=30', 1],
  ['private, max-age=60', 0],
  ['no-store', 0],
])('Cache-Control: %s on a response to a key is advice: %i', (value, count) => {
  expect(adviceFor(list([['cache-control', value]]))).toHaveLength(count);
  expect(adviceFor(list([['cache-control', value]], { key: 'none', status: 401 }))).toEqual([]);
});

test.each([
  ['soon', 1],
  ['1.5', 1],
  ['-1', 1],
  ['', 1],
  ['120', 0],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
])('Retry-After: %j is advice: %i', (value, count) => {
  expect(adviceFor(list([['retry-after', value]], { status: 429 }))).toHaveLength(count);
});

test('bytes that are not UTF-8 are advice, and gzip has its own words', () => {
  expect(adviceIn(withBody(base64(0x1f, 0x8b, 8, 0)))).toEqual([
    'info bodies-may-not-be-utf-8: a body looks like gzip without Content-Encoding: a client cannot read it',
  ]);
  expect(adviceIn(withBody(base64(0x22, 0xfc, 0x22)))).toEqual([
    'info bodies-may-not-be-utf-8: a body has bytes beyond ASCII that are not UTF-8: decode it leniently',
  ]);
  expect(adviceIn(withBody({ text: '["ü"]', bytes: 6 }))).toEqual([]);
});
