import { expect, test } from 'vitest';
import { clientRules, judge, rules, unjudged } from '../../src/contract/index.js';

test('without traffic, no reason claims that something does not exist', () => {
  const reasons = judge([], { rules: [...rules, ...clientRules] }).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === undefined || /^(?:no|nothing|none)\b/i.test(reason))).toEqual(
    [],
  );
});

test('a rule never names an option of a command', () => {
  const all = [...rules, ...clientRules];
  const facts = [...all, ...unjudged].map((value) => JSON.stringify(value));
  const reasons = judge([], { rules: all }).map(({ reason }) => reason);
  expect(facts.length).toBeGreaterThan(150);
  expect([...reasons, ...facts].filter((text) => text?.includes('--'))).toEqual([]);
});
