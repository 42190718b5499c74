/** The timeline of a recording, as data and as text. */
import { expect, test } from 'vitest';
import { Judge, formatReport, type Report } from '../../../src/judge/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { buildDocument } from '../../../src/judge/render/build-document.js';
import type { ReportBlock } from '../../../src/judge/render/report-document.js';
import { journal, poll, start, type ExchangeLine } from '../build-journal.js';

function reportOf(exchanges: readonly Exchange[]): Report {
  const judge = new Judge();
  for (const exchange of exchanges) judge.add(exchange);
  return judge.report({ tool: { name: 'deckhand', version: '1' }, target: 'a.har' });
}

const report = (...lines: readonly ExchangeLine[]): Report => reportOf(journal(...lines));

/** The rows of the timeline in the document, without the column of exchanges. */
function rowsOf(judged: Report): readonly string[] {
  const timeline = buildDocument(judged).sections.find(({ title }) => title === 'Timeline');
  const rows = (block: ReportBlock): readonly (readonly string[])[] =>
    block.kind === 'table' ? block.rows : block.kind === 'section' ? block.blocks.flatMap(rows) : [];
  return (timeline?.blocks ?? [])
    .flatMap(rows)
    .map(([, after, mark, words]) => [after, mark, words].filter((text) => text !== '').join(' '));
}

const generating = (at: number, completed?: number): ExchangeLine =>
  poll(
    {
      status: 'generating',
      ...(completed !== undefined && { progress: { slides_completed: completed, slides_total: 8 } }),
    },
    { from: at, to: at + 0.1 },
  );

/** One exchange with another failure or other headers. */
const changed = (
  exchanges: readonly Exchange[],
  index: number,
  change: (exchange: Exchange) => Partial<Exchange>,
): readonly Exchange[] =>
  exchanges.map((exchange, at) => (at === index ? { ...exchange, ...change(exchange) } : exchange));

test('a job has its requests in order, with the time since its start, and its states', () => {
  const judged = report(
    { request: 'GET /templates', received: [], from: 0, to: 0.1 },
    { ...start, from: 10, to: 10.1 },
    generating(13),
    poll({ status: 'completed', presentation: { id: 'p' } }, { from: 16, to: 16.1 }),
    generating(19),
  );
  expect(formatReport(judged, { verbose: true })).toMatch(
    /Job g, started 2023-11-14 22:13:30 UTC\n +generating → completed → generating\n/,
  );
  expect(rowsOf(judged)).toEqual([
    '0 ms start → 202, generating',
    '3 s poll → generating',
    '6 s poll → completed',
    '9 s poll → generating',
    '0 ms GET /templates → 200',
  ]);
});

test('equal polls in a row are one line with their number and their interval', () => {
  const judged = report(
    start,
    ...[0, 1, 2, 3, 3, 5, 6].map((done, index) => generating(3 + 3 * index, done)),
  );
  expect(rowsOf(judged)).toEqual([
    '0 ms start → 202, generating',
    '3 s 7 polls, every 3 s → generating, 0 to 6 of 8 slides',
  ]);
  expect(judged.timeline.jobs[0]?.events[1]?.repeated).toEqual({
    count: 7,
    lastOffsetMs: 21_000,
    minIntervalMs: 3000,
    maxIntervalMs: 3000,
  });
});

test('a question, the reply to it and the error of a job are in the timeline', () => {
  const judged = report(
    start,
    poll({ status: 'awaiting_input', message: 'For whom?' }),
    { request: 'POST /presentations/generate/g/message', sent: { message: 'Officials' }, status: 202 },
    poll({ status: 'failed', error: 'A timeout' }),
  );
  expect(rowsOf(judged)).toEqual([
    '0 ms start → 202, generating',
    '1 s poll → awaiting_input: "For whom?"',
    '2 s reply "Officials" → empty 202',
    '3 s poll → failed: "A timeout"',
  ]);
});

test('every problem is marked: rate limits, errors, resets, truncated, slow and empty responses', () => {
  let exchanges = journal(
    start,
    { ...generating(3), status: 429 },
    { ...generating(6), status: 503 },
    generating(9),
    generating(12),
    generating(15),
    { ...generating(18), to: 30 },
    { request: 'GET /presentations/generate/g/status', from: 33, to: 33.1 },
    generating(36),
  );
  const response = { status: 200, headers: [['content-type', 'application/json']] } as const;
  exchanges = changed(exchanges, 1, ({ response }) => ({
    response: { status: 429, ...response, headers: [['Retry-After', '5']] },
  }));
  exchanges = changed(exchanges, 3, () => ({ failure: 'reset', response: undefined }));
  exchanges = changed(exchanges, 4, () => ({ failure: 'reset', response }));
  exchanges = changed(exchanges, 5, () => ({ failure: 'truncated', response }));
  exchanges = changed(exchanges, 8, () => ({
    failure: 'unreachable',
    response: undefined,
    proxyResponse: { status: 502, headers: [] },
  }));
  expect(rowsOf(reportOf(exchanges))).toEqual([
    '0 ms start → 202, generating',
    '3 s ! poll → 429, retry after 5 s, generating',
    '6 s ! poll → 503, generating',
    '9 s ! poll → a reset connection',
    '12 s ! poll → a reset connection after the headers (200)',
    '15 s ! poll → an incomplete response (200)',
    '18 s ! poll → generating, slow: 12 s',
    '33 s ! poll → empty 200',
    '36 s ! poll → no connection (502 of the recording proxy)',
  ]);
});

test('requests without a job have a section, also rejected starts', () => {
  const judged = report(
    { request: 'POST /presentations/generate', sent: { prompt: 'p' }, status: 503 },
    { request: 'PATCH /presentations/p', sent: { title: 't' }, received: {} },
    { request: 'GET /presentation/p', status: 404 },
  );
  expect(judged.timeline.jobs).toEqual([]);
  expect(rowsOf(judged)).toEqual([
    '0 ms ! POST /presentations/generate → 503',
    '1 s PATCH /presentations/p → 200',
    '2 s ! GET /api/v1/presentation/p → 404',
  ]);
});

test('a job with a thousand changes lists its first and last requests, and the number of the others', () => {
  const judged = report(
    start,
    ...Array.from({ length: 1000 }, (_, index) => generating(3 + index, index % 2)),
  );
  const [job] = judged.timeline.jobs;
  expect(job?.events.length).toBeLessThanOrEqual(60);
  const listed = job?.events.reduce((sum, { repeated }) => sum + (repeated?.count ?? 1), 0) ?? 0;
  expect(listed + (job?.omitted?.requests ?? 0)).toBe(1001);
  expect(rowsOf(judged)).toContain(`${job?.omitted?.requests} requests not listed`);
});
