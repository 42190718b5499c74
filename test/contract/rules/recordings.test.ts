/** What recordings of a service that others use, too, have in them: none of it is the service's fault. */
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { journal, poll, start, type Spoken } from '../exchanges.js';

const told = (...lines: readonly Spoken[]): readonly string[] =>
  judge(journal(...lines)).flatMap(({ rule, findings }) =>
    findings.filter(({ kind }) => kind !== 'observed').map(({ kind }) => `${kind} ${rule.id}`),
  );

const shown = (title: string, more: Partial<Spoken> = {}, updated = '2026-01-15T09:30:12.000Z'): Spoken => ({
  ask: 'GET /presentations/p',
  answer: {
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
const rename = (title: string, more: Partial<Spoken> = {}): Spoken => ({
  ask: 'PATCH /presentations/p',
  sent: { title },
  answer: {},
  ...more,
});
const templates = (more: Partial<Spoken>): Spoken => ({ ask: 'GET /templates', answer: [], ...more });
const error = { error: 'no' };

describe('a change that was refused', () => {
  const noKey: Partial<Spoken> = { key: 'none', status: 401, answer: error };

  test('is not what was then changed with a key', () => {
    expect(told(shown('Old'), rename('New', noKey), rename('New'), shown('New'))).toEqual([]);
    expect(told(shown('New'), rename('New', noKey), shown('New'))).toEqual([]);
    const foreign: Partial<Spoken> = { key: 'other', status: 404, answer: error };
    expect(told(shown('Old'), rename('New', foreign), rename('New'), shown('New'))).toEqual([]);
  });

  test('is one when nothing else explains it', () => {
    expect(told(rename('Old'), shown('Old'), rename('New', noKey), shown('New'))).toContain(
      'fail keys/update-presentation-refuses-no-key',
    );
  });
});

describe('a change that was never answered', () => {
  const cut: Partial<Spoken> = { status: 504, answer: error };

  test('may be carried out at any time later', () => {
    expect(told(shown('Old'), rename('New', cut), shown('Old'), shown('New'))).toEqual([]);
    expect(told(shown('Old'), rename('A', cut), rename('B'), shown('B'), shown('A'))).toEqual([]);
    const another = rename('C', { ask: 'PATCH /presentations/q' });
    expect(told(shown('Old'), rename('New', cut), shown('Old'), another, shown('New'))).toEqual([]);
  });

  test('explains nothing of another presentation', () => {
    const another = rename('C', { ...cut, ask: 'PATCH /presentations/q' });
    expect(told(another, shown('Old'), shown('New'))).toContain('fail presentation/stable-when-fetched');
  });
});

describe('what somebody else changes', () => {
  test('is a warning when the service says that it was changed', () => {
    const later = '2026-01-16T10:00:00.000Z';
    const renamed = [shown('Old'), shown('New', { from: 80_000 }, later)];
    expect(told(...renamed)).toEqual(['warn presentation/stable-when-fetched']);
    const again = [
      shown('Old'),
      rename('New'),
      shown('New', {}, later),
      shown('Their', {}, '2026-01-17T10:00:00.000Z'),
    ];
    expect(told(...again)).toEqual(['warn rename/lasts', 'warn presentation/stable-when-fetched'].toSorted());
    expect(told(shown('Old'), shown('New'))).toEqual(['fail presentation/stable-when-fetched']);
  });

  test('may be gone when it was not seen for long', () => {
    const gone = (from: number): Spoken => shown('Old', { status: 404, answer: error, from });
    expect(told(shown('Old'), gone(3600))).toEqual([]);
    expect(told(shown('Old'), gone(30))).toEqual(['fail operation/get-presentation']);
    expect(told(shown('Old'), gone(3600), shown('Old', { from: 3700 }))).toEqual([
      'fail operation/get-presentation',
    ]);
  });
});

describe('a service that is down, or a key that is revoked', () => {
  const fine = (from: number): Spoken => templates({ from });
  const hourly = Array.from({ length: 5 }, (_, hour) => fine(hour * 3600));
  const refused = (status: number, from: number): Spoken => templates({ status, answer: error, from });

  test('is no rate limit', () => {
    const down = [0, 8, 16].map((seconds) => refused(503, 15_000 + seconds));
    expect(told(...hourly, ...down, fine(16_000))).toEqual([]);
    const briefly = [0, 1, 2, 3, 4].map(fine);
    expect(told(...briefly, ...[5, 6, 7].map((at) => refused(503, at)), fine(20))).toEqual([]);
    expect(told(...briefly, ...[5, 6, 7].map((at) => refused(401, at)))).toEqual([]);
  });

  test('is one to a client in a hurry', () => {
    const soon = (index: number): number => index / 2;
    const burst = Array.from({ length: 5 }, (_, index) => fine(soon(index)));
    const limit = (status: number) => [5, 6, 7].map((index) => refused(status, soon(index)));
    for (const status of [403, 503])
      expect(told(...burst, ...limit(status)), String(status)).toContain('fail limit/answers-429');
  });

  test('is no operation that refuses a good key', () => {
    const all = [shown('Old'), templates({ status: 401, answer: error, from: 3600 })];
    expect(told(...all)).toEqual([]);
    expect(told(...all, shown('Old', { from: 3700 }))).toEqual(['fail operation/list-templates']);
  });
});

test('a start that is sent again under its Idempotency-Key is one start, and its job is judged', () => {
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
  expect(failing(exchanges)).toContain('start/ids-are-fresh');
});
