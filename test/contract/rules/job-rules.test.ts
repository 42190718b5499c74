import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { journal, poll, start, type ExchangeLine } from '../exchanges.js';

const outcome = (id: string, ...lines: readonly ExchangeLine[]) =>
  judge(journal(...lines)).find(({ rule }) => rule.id === id)?.outcome;

const generating = (from: number) => poll({ status: 'generating' }, { from });
const status = (code: number, from: number) => poll({ error: 'no' }, { status: code, from });
const other = (from: number, view: object = { status: 'generating' }): ExchangeLine => ({
  request: 'GET /presentations/generate/h/status',
  received: { generation_id: 'h', ...view },
  from,
});

describe('a poll that is refused while the job runs', () => {
  const polled = (...codes: readonly number[]) =>
    outcome(
      'job/pollable-until-its-end',
      start,
      generating(1),
      ...codes.map((code, index) => status(code, index + 2)),
      generating(9),
    );

  test.each([400, 401, 403, 404, 409, 422, 425])('with %i between two views breaks a promise', (code) => {
    expect(polled(code)).toBe('fail');
  });

  test.each([408, 429, 500, 503])('with %i may be tried again', (code) => {
    expect(polled(code)).toBe('pass');
  });

  test('with 401 or 403 for good says something about the key', () => {
    expect(outcome('job/pollable-until-its-end', start, generating(1), status(403, 2))).toBe('pass');
  });

  test('by a redirect to a query is not judged', () => {
    const [first, second, ...others] = journal(start, status(307, 1), generating(2));
    const redirected = {
      ...second!,
      response: { ...second!.response!, headers: [['location', '?region=north'] as const] },
    };
    const failing = judge([first!, redirected, ...others]).filter(({ outcome: each }) => each === 'fail');
    expect(failing).toEqual([]);
  });
});

describe('a job whose polls fail for good', () => {
  const failing = [2, 3, 4, 5].map((at) => status(500, at));
  const judged = (...lines: readonly ExchangeLine[]) =>
    outcome('job/failure-is-reported', start, generating(1), ...lines);

  test('breaks a promise while other jobs can be polled', () => {
    expect(judged(...failing, other(3.6))).toBe('fail');
    expect(judged(...failing, other(7))).toBe('fail');
  });

  test('proves nothing when no other job can be polled, or it recovers', () => {
    expect(judged(...failing)).toBe('pass');
    expect(judged(...failing, other(7), generating(8))).toBe('pass');
    expect(judged(...failing.slice(1), other(7))).toBe('pass');
    const outage = [2, 2.6, 3.2, 3.8].map((at) => poll({}, { status: 503, from: at, to: at + 0.1 }));
    expect(judged(...outage, other(7))).toBe('pass');
  });
});

describe('timestamps', () => {
  const at = Date.parse('2026-01-15T10:00:00.000Z');
  const shown = (created: string) => {
    const presentation = { id: 'p', created_at: created };
    const dated = journal(start, poll({ status: 'completed', presentation })).map((exchange, index) => ({
      ...exchange,
      response: {
        ...exchange.response!,
        headers: [['date', new Date(at + index * 60_000).toUTCString()] as const],
      },
    }));
    return judge(dated).find(({ rule }) => rule.id === 'presentation/timestamps-are-utc')?.outcome;
  };

  test('are compared with the Date header, with tolerance', () => {
    expect(shown('2026-01-15T10:00:30.000Z')).toBe('pass');
    expect(shown('2026-01-15T09:45:00.000Z')).toBe('pass');
    expect(shown('2026-01-15T12:00:30.000Z')).toBe('warn');
    expect(shown('2026-01-15T04:30:30.000Z')).toBe('warn');
    expect(shown('2091-01-15T10:00:30.000Z')).toBe('pass');
  });
});

test('a start of more than five seconds is a warning, unless everything is slow', () => {
  const slow: ExchangeLine = { ...start, from: 0, to: 6 };
  const judged = (...lines: readonly ExchangeLine[]) => outcome('start/returns-at-once', ...lines);
  expect(judged(slow, generating(7))).toBe('warn');
  expect(judged({ ...start, from: 0, to: 2 }, generating(7))).toBe('observed');
  expect(judged(slow, poll({ status: 'generating' }, { from: 7, to: 12 }))).toBe('observed');
});
