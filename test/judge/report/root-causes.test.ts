import { expect, test } from 'vitest';
import { groupByRootCause } from '../../../src/judge/report/root-causes.js';
import type { Finding } from '../../../src/judge/rule.js';

const violation = (rule: string, details: Partial<Finding>) => ({
  rule,
  finding: { severity: 'fail', message: 'x', ...details } as const,
});

function causes(...violations: readonly ReturnType<typeof violation>[]): readonly string[] {
  const found = groupByRootCause(violations);
  return violations.map(({ finding }) => {
    const cause = found.get(finding);
    return cause ? `${cause.shownBy} + ${cause.others.join()}` : 'alone';
  });
}

test('rules about one place of one response have one cause', () => {
  const place = { path: 'sections[3].heading', exchange: 7 };
  expect(causes(violation('a/one', place), violation('b/two', place))).toEqual([
    'a/one + b/two',
    'a/one + b/two',
  ]);
  const later = { ...place, exchange: 5, otherExchanges: [6, 7] };
  expect(causes(violation('a/one', place), violation('b/two', later))[1]).toBe('a/one + b/two');
});

test('rules about other places or other responses have causes of their own', () => {
  const one = violation('a/one', { path: 'title', exchange: 7 });
  expect(causes(one, violation('b/two', { path: 'id', exchange: 7 }))).toEqual(['alone', 'alone']);
  expect(causes(one, violation('b/two', { path: 'title', exchange: 8 }))).toEqual(['alone', 'alone']);
});

test('without a place, rules have one cause if they show the same value of one response', () => {
  const status = (rule: string, actual: unknown) => violation(rule, { actual, exchange: 7 });
  expect(causes(status('a/one', 404), status('b/two', 404))[1]).toBe('a/one + b/two');
  expect(causes(status('a/one', 200), status('b/two', 'an empty body'))).toEqual(['alone', 'alone']);
});

test('rules about clients never share a cause', () => {
  const place = { actual: 1, exchange: 7 };
  expect(causes(violation('client/one', place), violation('client/two', place))).toEqual(['alone', 'alone']);
});
