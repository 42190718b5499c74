import { expect, test } from 'vitest';
import { clientRules } from '../../../src/contract/index.js';
import { labelOf, RULE_LABELS } from '../../../src/panel/parts/rule-labels.js';

test('every client rule has a label that says what a client did', () => {
  expect(Object.keys(RULE_LABELS).sort()).toEqual(clientRules.map(({ id }) => id).sort());
});

test('an unknown rule is labelled with its finding', () => {
  expect(labelOf({ rule: 'client/new', message: 'the client did something' })).toBe(
    'The client did something',
  );
});
