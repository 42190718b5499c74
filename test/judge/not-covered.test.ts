import { expect, test } from 'vitest';
import { clientRules, judge, serviceRules, untestableStatements } from '../../src/judge/index.js';

test('without traffic, the reason of every rule names what the traffic lacks', () => {
  const reasons = judge([], { rules: [...serviceRules, ...clientRules] }).map(({ reason }) => reason);
  expect(reasons.filter((reason) => !reason?.text.startsWith('no '))).toEqual([]);
});

test('a rule never names an option of a command', () => {
  const all = [...serviceRules, ...clientRules];
  const facts = [...all, ...untestableStatements].map((value) => JSON.stringify(value));
  const reasons = judge([], { rules: all }).map(({ reason }) => reason);
  expect(facts.length).toBeGreaterThan(120);
  expect([...reasons.map((reason) => reason?.text), ...facts].filter((text) => text?.includes('--'))).toEqual(
    [],
  );
});
