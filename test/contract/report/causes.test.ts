import { expect, test } from 'vitest';
import { causesOf, Explained } from '../../../src/contract/report/causes.js';
import type { Finding } from '../../../src/contract/rule.js';
import { mutants } from '../../mutants/mutants.js';
import { checkVirtually } from '../virtual-run.js';

const violation = (rule: string, details: Partial<Finding>) => ({
  rule,
  finding: { kind: 'fail', message: 'x', ...details } as const,
});

function causes(...violations: readonly ReturnType<typeof violation>[]): readonly string[] {
  const found = causesOf(violations);
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
  const later = { ...place, exchange: 5, alsoIn: [6, 7] };
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

test.each([
  ['any-bearer-token-is-taken', 1],
  ['presentation-has-id-and-url-only', 1],
  ['fetched-presentation-wrapped', 1],
  ['slides-rewritten-seconds-after-a-rename', 1],
])('the mutant %s has findings of %i shared cause', async (mutant, count) => {
  const { apply, needs } = mutants.find(({ id }) => id === mutant) ?? { apply: {} };
  const { report } = await checkVirtually([apply], needs);
  const failing = report.rules.filter(({ outcome }) => outcome === 'fail');
  expect(failing.length).toBeGreaterThan(1);
  const explained = new Explained(failing);
  expect(failing.filter((rule) => !explained.has(rule)).map(({ id }) => id)).toHaveLength(count);
});
