/** Recordings of a service with other users contain changes and failures that are not violations. */
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { rules } from '../../../src/contract/rules/all-rules.js';
import { journal, poll, start, type ExchangeLine } from '../exchanges.js';

const reported = (...lines: readonly ExchangeLine[]): readonly string[] =>
  judge(journal(...lines), { rules: rules.filter(({ id }) => id !== 'service/rarely-fails') }).flatMap(
    ({ rule, findings }) =>
      findings.filter(({ kind }) => kind !== 'observed').map(({ kind }) => `${kind} ${rule.id}`),
  );

const shown = (
  title: string,
  more: Partial<ExchangeLine> = {},
  updated = '2026-01-15T09:30:12.000Z',
): ExchangeLine => ({
  request: 'GET /presentations/p',
  received: {
    id: 'p',
    title,
    workspace_id: 'ws_first',
    sections: [],
    is_public: false,
    url: 'https://decks.example/p',
    created_at: '2026-01-15T09:30:12.000Z',
    updated_at: updated,
  },
  ...more,
});
const rename = (title: string, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'PATCH /presentations/p',
  sent: { title },
  received: {},
  ...more,
});
const templates = (more: Partial<ExchangeLine>): ExchangeLine => ({
  request: 'GET /templates',
  received: [],
  ...more,
});
const error = { error: 'no' };

describe('a refused change', () => {
  const noKey: Partial<ExchangeLine> = { key: 'none', status: 401, received: error };

  test('does not fail if a later change with a key explains the effect', () => {
    expect(reported(shown('Old'), rename('New', noKey), rename('New'), shown('New'))).toEqual([]);
    expect(reported(shown('New'), rename('New', noKey), shown('New'))).toEqual([]);
    const foreign: Partial<ExchangeLine> = { key: 'other', status: 404, received: error };
    expect(reported(shown('Old'), rename('New', foreign), rename('New'), shown('New'))).toEqual([]);
  });

  test('fails if no other change explains the effect', () => {
    expect(reported(rename('Old'), shown('Old'), rename('New', noKey), shown('New'))).toContain(
      'fail keys/update-presentation-refuses-no-key',
    );
  });
});

describe('a change without a response', () => {
  const cut: Partial<ExchangeLine> = { status: 504, received: error };

  test('can take effect at any later time', () => {
    expect(reported(shown('Old'), rename('New', cut), shown('Old'), shown('New'))).toEqual([]);
    expect(reported(shown('Old'), rename('A', cut), rename('B'), shown('B'), shown('A'))).toEqual([]);
    const another = rename('C', { request: 'PATCH /presentations/q' });
    expect(reported(shown('Old'), rename('New', cut), shown('Old'), another, shown('New'))).toEqual([]);
  });

  test('does not explain changes of another presentation', () => {
    const another = rename('C', { ...cut, request: 'PATCH /presentations/q' });
    expect(reported(another, shown('Old'), shown('New'))).toContain('fail presentation/stable-when-fetched');
  });
});

describe('a change by another user', () => {
  test('is a warning when updated_at is newer', () => {
    const later = '2026-01-16T10:00:00.000Z';
    const renamed = [shown('Old'), shown('New', { from: 80_000 }, later)];
    expect(reported(...renamed)).toEqual(['warn presentation/stable-when-fetched']);
    const again = [
      shown('Old'),
      rename('New'),
      shown('New', {}, later),
      shown('Their', { from: 90 }, '2026-01-17T10:00:00.000Z'),
    ];
    expect(reported(...again)).toEqual(['warn rename/lasts']);
    expect(reported(shown('Old'), shown('New'))).toEqual(['fail presentation/stable-when-fetched']);
  });

  test('may be a deletion, to the end', () => {
    const gone = (from: number): ExchangeLine => shown('Old', { status: 404, received: error, from });
    expect(reported(shown('Old'), gone(3600))).toEqual([]);
    expect(reported(shown('Old'), gone(30))).toEqual(['warn operation/get-presentation']);
    expect(reported(shown('Old'), gone(3600), shown('Old', { from: 3700 }))).toEqual([
      'fail operation/get-presentation',
    ]);
  });
});

describe('a series of refusals', () => {
  const fine = (from: number): ExchangeLine => templates({ from });
  const hourly = Array.from({ length: 5 }, (_, hour) => fine(hour * 3600));
  const refused = (status: number, from: number): ExchangeLine =>
    templates({ status, received: error, from });

  test('is not a rate limit when the service is down or a key is revoked', () => {
    const down = [0, 8, 16].map((seconds) => refused(503, 15_000 + seconds));
    expect(reported(...hourly, ...down, fine(16_000))).toEqual([]);
    const briefly = [0, 1, 2, 3, 4].map(fine);
    expect(reported(...briefly, ...[5, 6, 7].map((at) => refused(503, at)), fine(20))).toEqual([]);
    expect(reported(...briefly, ...[5, 6, 7].map((at) => refused(401, at)))).toEqual([]);
  });

  test('is a rate limit in a fast series of requests', () => {
    const soon = (index: number): number => index / 2;
    const burst = Array.from({ length: 5 }, (_, index) => fine(soon(index)));
    const limit = (status: number) => [5, 6, 7].map((index) => refused(status, soon(index)));
    for (const status of [403, 503])
      expect(reported(...burst, ...limit(status)), String(status)).toContain('fail limit/answers-429');
  });

  test('with 401 fails only if the key works later', () => {
    const all = [shown('Old'), templates({ status: 401, received: error, from: 3600 })];
    expect(reported(...all)).toEqual([]);
    expect(reported(...all, shown('Old', { from: 3700 }))).toEqual(['fail operation/list-templates']);
  });
});

test('repeated starts with one Idempotency-Key are one start, and the job is judged', () => {
  const exchanges = journal(
    start,
    start,
    poll({ status: 'failed', error: 'no' }),
    poll({ status: 'generating' }),
  );
  const keyed = exchanges.map((exchange) => ({
    ...exchange,
    request: {
      ...exchange.request,
      headers: [...exchange.request.headers, ['idempotency-key', 'k1'] as const],
    },
  }));
  const failing = (all: typeof exchanges) =>
    judge(all)
      .filter(({ outcome }) => outcome === 'fail')
      .map(({ rule }) => rule.id);
  expect(failing(keyed)).toEqual(['job/terminal-is-final']);
  const others = journal(start, { ...start, sent: { prompt: 'q' } });
  expect(failing(others)).toEqual(['start/ids-are-fresh']);
});
