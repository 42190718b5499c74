import { expect, test } from 'vitest';
import { formatHeadline } from '../../../src/judge/index.js';
import { resolveVerifyOptions, type VerifyOptions } from '../../../src/verify/index.js';
import { findGivenFlags } from '../../../src/verify/coverage/given-flags.js';
import { mutants } from '../../mutants/mutants.js';
import { variants } from '../../variants/variants.js';
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
])('a run that does not cover %s names %s', async (id, flag, without) => {
  const { report } = await verifyInVirtualTime([], [], without);
  const rule = report.rules.find((one) => one.id === id);
  expect(rule?.outcome).toBe('not-covered');
  expect(rule?.reason?.flags).toEqual([flag]);
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
])('%s names every topic that it does not cover', async (_, options, topics) => {
  const { report } = await verifyInVirtualTime([], [], { otherApiKey: undefined, ...options });
  expect(formatHeadline(report)).toMatch(/^Pass \((?:smoke|read-only) profile: /);
  expect(formatHeadline(report).split('not covered: ')[1]).toBe(`${topics}.`);
});

test('a run with a prompt for a question does not suggest one if no reply is covered', async () => {
  const neverAsks = variants.filter(({ id }) => id === 'job-never-asks').map(({ hooks }) => hooks);
  const uncovered = async (options: Partial<VerifyOptions>) =>
    (await verifyInVirtualTime(neverAsks, [], options)).report.coverage.uncovered;
  expect(await uncovered({ questionPrompt: undefined })).toContainEqual({
    topic: 'reply',
    flags: ['--question-prompt'],
  });
  expect(JSON.stringify(await uncovered({}))).not.toContain('--question-prompt');
});

test('an incomplete run never suggests an option that it has, and says what it saw', async () => {
  const hooks = (id: string) => {
    const found = mutants.find((mutant) => mutant.id === id);
    if (!found) throw new Error(`There is no mutant ${id}.`);
    return [found.hooks];
  };
  const gapsOf = async (id: string) =>
    (await verifyInVirtualTime(hooks(id), ['failure'])).report.coverage.gaps.map(({ topic, reason, flags }) =>
      [topic, reason, ...flags].join(' | '),
    );
  expect(await gapsOf('starts-500-from-the-fourth-on')).toContainEqual(
    expect.stringMatching(/^failure \| no failed job: the start with the failure prompt never succeeded \(\d × 500\)$/),
  );
  expect(await gapsOf('workspace-id-of-every-key')).toContainEqual(
    'isolation | the isolation of workspaces could not be judged: presentations of both keys have the same workspace_id ("workspace-default")',
  );
  const neverAsks = variants.filter(({ id }) => id === 'job-never-asks').map((variant) => variant.hooks);
  const { report } = await verifyInVirtualTime(neverAsks);
  expect(report.coverage.gaps.find(({ topic }) => topic === 'question')).toMatchObject({
    reason: expect.stringMatching(/^no job with status awaiting_input: \d jobs with the question prompt ended with status /),
    flags: [],
  });
});

test('a default is not an option that was given', () => {
  const settings = resolveVerifyOptions({ baseUrl: 'http://x/api/v1', apiKey: 'key', replyBody: {} });
  expect([...findGivenFlags(settings)]).toEqual(['--reply-body']);
});
