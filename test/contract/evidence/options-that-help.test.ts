import { expect, test } from 'vitest';
import { examine } from '../../../src/contract/check.js';
import { minimumOf } from '../../../src/contract/evidence/minimum.js';
import { withOptions } from '../../../src/contract/check.js';
import { unexaminedText } from '../../../src/contract/report/run-words.js';
import { settingsOf, type ExploreOptions } from '../../../src/contract/explore/options.js';
import { noFailure, noOther, noQuestion, noStart } from '../../../src/contract/rows/reasons.js';
import { readTrace } from '../../../src/contract/model/trace.js';

const target = { baseUrl: 'http://api.example/api/v1', apiKey: 'k' };

test.each<[string, string, Partial<ExploreOptions>]>([
  [noQuestion, '--question-prompt', { questionPrompt: 'Ask.' }],
  [noFailure, '--failure-prompt', { failurePrompt: 'Fail.' }],
  [noOther, '--other-api-key', { otherApiKey: 'o' }],
])('"%s" names %s, unless the run had it', (reason, flag, given) => {
  expect(withOptions(reason, settingsOf(target))).toBe(`${reason} (${flag})`);
  expect(withOptions(reason, settingsOf({ ...target, ...given }))).toBe(reason);
});

test('options that may need another value are named in each run', () => {
  expect(withOptions(noStart, settingsOf({ ...target, maxJobs: 1 }))).toBe(
    `${noStart} (--max-jobs, --read-only)`,
  );
});

test('a run with a prompt for a question does not advise one, where no reply was examined', () => {
  const seen = { trace: readTrace([]), verdicts: [], hasOtherKey: true };
  const text = (hasQuestionPrompt: boolean) =>
    unexaminedText(examine({ ...seen, hasQuestionPrompt }, minimumOf({})));
  expect(text(false)).toContain('reply (--question-prompt)');
  expect(text(true)).toMatch(/, reply$/);
});
