import { expect, test } from 'vitest';
import { headline, type ExploreOptions } from '../../../src/contract/index.js';
import { liberties } from '../../liberties/liberties.js';
import { checkVirtually } from '../virtual-run.js';

test.each<[string, string, Partial<ExploreOptions>]>([
  ['job/question-is-a-text', '--question-prompt', { questionPrompt: undefined }],
  ['job/question-is-a-text', '--smoke', { smoke: true }],
  ['job/failed-says-why', '--failure-prompt', { failurePrompt: undefined }],
  ['workspace/foreign-key-polls-no-job', '--other-api-key', { otherApiKey: undefined }],
  ['start/answers-202', '--max-jobs', { maxJobs: 0 }],
  ['start/answers-202', '--read-only', { readOnly: true }],
  ['job/outlives-the-next-start', '--max-jobs', { maxJobs: 1 }],
  ['job/outlives-the-next-start', '--smoke', { smoke: true }],
])('a run without evidence for %s names %s', async (id, flag, without) => {
  const { report } = await checkVirtually([], [], without);
  const rule = report.rules.find((one) => one.id === id);
  expect(rule?.outcome).toBe('not-reached');
  expect(rule?.reason).toMatch(new RegExp(`\\(${flag}\\)$`));
});

test.each<[string, Partial<ExploreOptions>, string]>([
  [
    'a smoke run whose job does not end',
    { smoke: true, jobTimeout: 1 },
    'end (--job-timeout), completed, fetch, rename, isolation (--other-api-key), create, question, reply, failure',
  ],
  [
    'a read-only run',
    { readOnly: true },
    'start, status, end, completed, fetch, rename, isolation (--other-api-key), create, question, reply, failure',
  ],
])('%s names every topic that it did not see', async (_, options, topics) => {
  const { report } = await checkVirtually([], [], { otherApiKey: undefined, ...options });
  expect(headline(report)).toMatch(/^Pass for the (?:smoke|read-only) minimum/);
  expect(headline(report).split('not examined: ')[1]).toBe(`${topics}.`);
});

test('a run with a prompt for a question does not advise one, where no reply was examined', async () => {
  const neverAsks = liberties.filter(({ id }) => id === 'job-never-asks').map(({ apply }) => apply);
  const unexamined = async (options: Partial<ExploreOptions>) =>
    (await checkVirtually(neverAsks, [], options)).report.evidence.unexamined;
  expect(await unexamined({ questionPrompt: undefined })).toContainEqual({
    topic: 'reply',
    help: '--question-prompt',
  });
  expect(JSON.stringify(await unexamined({}))).not.toContain('--question-prompt');
});
