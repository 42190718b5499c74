import { expect, test } from 'vitest';
import { getCoverageProfile } from '../../src/judge/coverage.js';
import type { ResolvedVerifyOptions } from '../../src/judge/index.js';

const full = ['templates', 'start', 'status', 'end', 'completed', 'fetch', 'rename', 'keys'];

test.each<[string, Partial<ResolvedVerifyOptions>, readonly string[]]>([
  ['a run without options', {}, full],
  ['a second key', { otherApiKey: 'k' }, [...full, 'isolation']],
  ['bodies for undocumented requests', { createBody: {}, replyBody: {} }, [...full, 'create', 'reply']],
  ['prompts with a purpose', { questionPrompt: 'q', failurePrompt: 'f' }, [...full, 'question', 'failure']],
  ['a read-only run', { readOnly: true, otherApiKey: 'k' }, ['templates', 'keys']],
  [
    'a read-only run with ids',
    { readOnly: true, otherApiKey: 'k', presentationId: 'p', generationId: 'g' },
    ['templates', 'status', 'fetch', 'keys', 'isolation'],
  ],
  ['a smoke run', { smoke: true, createBody: {} }, ['templates', 'start', 'status', 'keys']],
])('the minimum of %s', (_, settings, required) => {
  expect(getCoverageProfile(settings).required).toEqual(required);
});

test('topics and rules are added, and topics are removed', () => {
  const minimum = getCoverageProfile(
    {},
    { require: ['reply', 'rate-limit/returns-429'], allowIncomplete: ['rename'] },
  );
  expect(minimum.required).toEqual([
    ...full.filter((topic) => topic !== 'rename'),
    'reply',
    'rate-limit/returns-429',
  ]);
  expect(minimum).toMatchObject({ added: ['reply', 'rate-limit/returns-429'], waived: ['rename'] });
});
