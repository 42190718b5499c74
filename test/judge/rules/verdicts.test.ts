/** Reasons and findings of verdicts. The recordings test their outcomes. */
import { expect, test } from 'vitest';
import { judge } from '../../../src/judge/judge.js';
import { MISSING_FIELD } from '../../../src/judge/description.js';
import { journal, poll, start, type ExchangeLine } from '../build-journal.js';

const verdictOf = (id: string, ...lines: readonly ExchangeLine[]) =>
  judge(journal(...lines)).find(({ rule }) => rule.id === id);

test('a rule that the traffic does not cover has a reason', () => {
  expect(verdictOf('job/failed-has-error', start)).toMatchObject({
    outcome: 'not-covered',
    reason: { text: 'no failed job in the traffic' },
  });
});

test.each([
  ['no job with status awaiting_input', []],
  ['no accepted reply in the traffic', [422]],
  ['no reply of `deckhand verify` that advances its job', [422, 202]],
])('the reason %j is about the replies in the traffic', (reason, statuses) => {
  const asks = poll({ status: 'awaiting_input', message: 'For whom?' });
  const replies = statuses.flatMap((status): ExchangeLine[] => [
    asks,
    { request: 'POST /presentations/generate/g/message', sent: { message: 'All.' }, status },
  ]);
  expect(verdictOf('job/reply-works-with-any-text-and-header', start, ...replies)).toMatchObject({
    outcome: 'not-covered',
    reason: { text: reason },
  });
});

test('a violation of a rule of level should is a warning', () => {
  const rule = (level: 'must' | 'should') => ({
    id: 'x/y',
    sections: ['4'],
    level,
    title: 'x',
    judge: () => ({ checked: 1, findings: [{ severity: 'fail' as const, message: 'm' }] }),
  });
  const outcomes = judge([], { rules: [rule('must'), rule('should')] }).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['fail', 'warn']);
});

test('a rule with a bug has the outcome error, and the others are judged', () => {
  const broken = {
    id: 'x/y',
    sections: ['4'],
    level: 'must',
    title: 'x',
    judge: () => JSON.parse('{'),
  } as const;
  const fine = { ...broken, id: 'x/z', judge: () => ({ checked: 1, findings: [] }) };
  const verdicts = judge(journal(start), { rules: [broken, fine] });
  expect(verdicts.map(({ outcome }) => outcome)).toEqual(['error', 'pass']);
});

test('equal findings are one finding with a count', () => {
  const view = poll({ status: 'generating', error: 'x' });
  expect(verdictOf('job/error-only-when-failed', start, view, view, view)?.findings).toEqual([
    {
      severity: 'fail',
      message: 'error is present while generating',
      count: 3,
      expected: MISSING_FIELD,
      actual: 'x',
      path: 'error',
      exchange: 2,
      otherExchanges: [3, 4],
    },
  ]);
});

test.each([
  ['TypeError: x is undefined\n    at run (/app/x.js:1:2)', 'error: technical'],
  ['The model took too long.', 'error: human-readable'],
])('the error %j of a job is info', (error, message) => {
  const findings = verdictOf('unspecified/fields', start, poll({ status: 'failed', error }))?.findings;
  expect(findings?.map((finding) => finding.message)).toEqual([message]);
});

test('a start of more than five seconds is a warning, unless everything is slow', () => {
  const generating = (from: number, to?: number) =>
    poll({ status: 'generating' }, { from, ...(to !== undefined && { to }) });
  const slow: ExchangeLine = { ...start, from: 0, to: 6 };
  const judged = (...lines: readonly ExchangeLine[]) => verdictOf('start/is-asynchronous', ...lines)?.outcome;
  expect(judged(slow, generating(7))).toBe('warn');
  expect(judged({ ...start, from: 0, to: 2 }, generating(7))).toBe('info');
  expect(judged(slow, generating(7, 12))).toBe('info');
});

test('the share of 5xx is stated, and a warning above one percent', () => {
  const judged = (failed: number) =>
    verdictOf(
      'operation/low-5xx-rate',
      ...Array.from({ length: 100 }, (_, index) => ({
        request: 'GET /templates',
        received: [],
        status: index < failed ? 500 : 200,
      })),
    )?.outcome;
  expect([judged(0), judged(1), judged(2)]).toEqual(['pass', 'info', 'warn']);
});
