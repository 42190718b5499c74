import { expect, test } from 'vitest';
import { clientRules, judge, rules } from '../../src/contract/index.js';

test('without traffic, no reason claims that something does not exist', () => {
  const reasons = judge([], { rules: [...rules, ...clientRules] }).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === undefined || /^(?:no|nothing|none)\b/i.test(reason))).toEqual(
    [],
  );
});

test('a rule never names an option of a command', () => {
  const reasons = judge([], { rules: [...rules, ...clientRules] }).map(({ reason }) => reason);
  const readings = rules.map(({ reading }) => reading);
  expect([...reasons, ...readings].filter((text) => text?.includes('--'))).toEqual([]);
});
