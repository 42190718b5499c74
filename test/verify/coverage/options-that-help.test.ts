import { expect, test } from 'vitest';
import { formatHeadline, type VerifyOptions } from '../../../src/judge/index.js';
import { liberties } from '../../variants/variants.js';
import { verifyInVirtualTime } from '../virtual-time-run.js';

test.each<[string, string, Partial<VerifyOptions>]>([
  ['job/awaiting-input-has-message', '--question-prompt', { questionPrompt: undefined }],
  ['job/awaiting-input-has-message', '--smoke', { smoke: true }],
  ['job/failed-has-error', '--failure-prompt', { failurePrompt: undefined }],
  ['isolation/other-key-cannot-poll-job', '--other-api-key', { otherApiKey: undefined }],
  ['start/returns-202', '--max-jobs', { maxJobs: 0 }],
  ['start/returns-202', '--read-only', { readOnly: true }],
  ['job/survives-other-starts', '--max-jobs', { maxJobs: 1 }],
  ['job/survives-other-starts', '--smoke', { smoke: true }],
])('a run without evidence for %s names %s', async (id, flag, without) => {
  const { report } = await verifyInVirtualTime([], [], without);
  const rule = report.rules.find((one) => one.id === id);
  expect(rule?.outcome).toBe('not-covered');
  expect(rule?.reason).toMatch(new RegExp(`\\(${flag}\\)$`));
});

test.each<[string, Partial<VerifyOptions>, string]>([
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
  const { report } = await verifyInVirtualTime([], [], { otherApiKey: undefined, ...options });
  expect(formatHeadline(report)).toMatch(/^Pass for the (?:smoke|read-only) minimum/);
  expect(formatHeadline(report).split('not examined: ')[1]).toBe(`${topics}.`);
});

test('a run with a prompt for a question does not advise one, where no reply was examined', async () => {
  const neverAsks = liberties.filter(({ id }) => id === 'job-never-asks').map(({ hooks }) => hooks);
  const unexamined = async (options: Partial<VerifyOptions>) =>
    (await verifyInVirtualTime(neverAsks, [], options)).report.evidence.uncovered;
  expect(await unexamined({ questionPrompt: undefined })).toContainEqual({
    topic: 'reply',
    help: '--question-prompt',
  });
  expect(JSON.stringify(await unexamined({}))).not.toContain('--question-prompt');
});
