import { expect, test } from 'vitest';
import { clientRules } from '../../../src/judge/index.js';
import { ruleLabel, RULE_LABELS } from '../../../src/panel/components/rule-labels.js';

test('every client rule has a label', () => {
  expect(Object.keys(RULE_LABELS).sort()).toEqual(clientRules.map(({ id }) => id).sort());
});

test('the label of an unknown rule is the message of its finding', () => {
  expect(ruleLabel({ rule: 'client/new', message: 'the client did something' })).toBe(
    'The client did something',
  );
});

test('the label of an unknown rule keeps the spelling of a field', () => {
  expect(ruleLabel({ rule: 'client/new', message: 'title must be a string' })).toBe('title must be a string');
});
