import { expect, test } from 'vitest';
import { getCoverageProfile } from '../../../src/verify/coverage/coverage-profile.js';
import type { ResolvedVerifyOptions } from '../../../src/verify/options.js';

const full = ['templates', 'start', 'status', 'end', 'completed', 'fetch', 'rename', 'auth'];

test.each<[string, Partial<ResolvedVerifyOptions>, readonly string[]]>([
  ['a run without options', {}, full],
  ['a second key', { otherApiKey: 'k' }, [...full, 'isolation']],
  ['bodies for undocumented requests', { createBody: {}, replyBody: {} }, [...full, 'create', 'reply']],
  ['prompts with a purpose', { questionPrompt: 'q', failurePrompt: 'f' }, [...full, 'question', 'failure']],
  ['a read-only run', { readOnly: true, otherApiKey: 'k' }, ['templates', 'auth']],
  [
    'a read-only run with ids',
    { readOnly: true, otherApiKey: 'k', presentationId: 'p', generationId: 'g' },
    ['templates', 'status', 'fetch', 'auth', 'isolation'],
  ],
  ['a smoke run', { smoke: true, createBody: {} }, ['templates', 'start', 'status', 'auth']],
])('the required topics of %s', (_, settings, required) => {
  expect(getCoverageProfile(settings).required).toEqual(required);
});

test('topics and rules are added, and topics are removed', () => {
  const profile = getCoverageProfile(
    {},
    { require: ['reply', 'rate-limit/returns-429'], allowUncovered: ['rename'] },
  );
  expect(profile.required).toEqual([
    ...full.filter((topic) => topic !== 'rename'),
    'reply',
    'rate-limit/returns-429',
  ]);
  expect(profile).toMatchObject({ added: ['reply', 'rate-limit/returns-429'], waived: ['rename'] });
});
