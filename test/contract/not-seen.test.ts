import { expect, test } from 'vitest';
import { conductRules, judge, rules } from '../../src/contract/index.js';
import { notSeen } from '../../src/contract/not-seen.js';

test.each([
  ['no job was polled', 'not seen: a job was polled'],
  ['no accepted reply was followed by a poll', 'not seen: an accepted reply was followed by a poll'],
  ['no other presentation was fetched', 'not seen: another presentation was fetched'],
  ['fewer than two jobs were started', 'fewer than two jobs were started'],
])('"%s" becomes "%s"', (reason, text) => {
  expect(notSeen(reason)).toBe(text);
});

test('without traffic, no reason claims that something does not exist', () => {
  const reasons = judge([], { rules: [...rules, ...conductRules] }).map(({ reason }) => reason);
  expect(reasons.filter((reason) => reason === undefined || /^(?:no|nothing|none)\b/i.test(reason))).toEqual(
    [],
  );
});
