/** A run is incomplete if a job never ends, or if the topic of an option is not covered. */
import { describe, expect, test } from 'vitest';
import type { VerifyOptions } from '../../../src/verify/index.js';
import { refuse } from '../../reference-service/operations.js';
import { prompts, type ScriptedState } from '../../reference-service/job-scripts.js';
import type { Call, ServiceHooks } from '../../reference-service/hooks.js';
import { formatFailures } from '../../validation/run-case.js';
import { verifyInVirtualTime } from '../virtual-time-run.js';

const judged = async (variation: ServiceHooks, options: Partial<VerifyOptions> = {}) =>
  (await verifyInVirtualTime([variation], [], { jobTimeout: 20_000, ...options })).report;

/** Jobs stay in the state before the last one if the condition holds. */
const stuck = (when: (prompt: string) => boolean, status: ScriptedState['status'] = 'generating'): ServiceHooks => ({
  states: (states, prompt) => {
    const at = states.findLastIndex((state) => state.status === status);
    const [state] = states.slice(at, at + 1);
    return when(prompt) && state
      ? [...states.slice(0, at), ...Array<ScriptedState>(2000).fill(state), ...states.slice(-1)]
      : states;
  },
});

describe('a job that never ends makes the run incomplete', () => {
  test.each<[string, (prompt: string) => boolean, RegExp]>([
    [
      'after its start',
      (prompt) => /three slides/.test(prompt),
      /^job \S+ stayed in status generating for \d+ s(?:, job \S+ stayed in status generating for \d+ s)*$/,
    ],
    [
      'after its reply',
      (prompt) => prompt === prompts.question,
      /^job \S+ stayed in status generating for \d+ s, job \S+ stayed in status /,
    ],
    [
      'although it was made to fail',
      (prompt) => prompt.endsWith(prompts.failure),
      /^job \S+ stayed in status .*, so failure is not covered/,
    ],
  ])('%s', async (_, when, reason) => {
    const report = await judged(stuck(when));
    expect(formatFailures(report)).toEqual([]);
    expect(report.outcome).toBe('incomplete');
    expect(report.reason).toMatch(reason);
  });

  const isAsking = ({ job }: Call): boolean => job?.states[job.at]?.status === 'awaiting_input';
  const isReply = (call: Call): boolean =>
    call.operation === 'sendGenerationMessage' && isAsking(call) && call.workspace === call.job?.owner;

  test.each([400, 403, 422])('after replies that are refused with %i', async (status) => {
    const report = await judged({ replaceResponse: (call) => (isReply(call) ? refuse(status, 'No.') : undefined) });
    expect(formatFailures(report)).toEqual([]);
    expect(report.outcome).toBe('incomplete');
    expect(report.reason).toMatch(
      /^job \S+ stayed in status awaiting_input for [1-9]\d* s, .*\(--reply-body\)$/,
    );
  });

  test('also if the time limit of the run comes first', async () => {
    const report = await judged(
      stuck((prompt) => /three slides/.test(prompt)),
      { jobTimeout: 600_000, timeLimit: 30_000 },
    );
    expect(report.outcome).toBe('incomplete');
    expect(report.reason).toMatch(
      /^the run reached its time limit[^;]*; job \S+ stayed in status generating for [23]\d s/,
    );
  });

  test('if all of them do, the rest follows from it', async () => {
    const { outcome, reason } = await judged(stuck(() => true));
    expect(outcome).toBe('incomplete');
    expect(reason).toContain('so completed and failure are not covered');
  });
});

test('a question that the run leaves open is not a job that hangs', async () => {
  const asksForever: ServiceHooks = {
    states: (states) => {
      const question = states.find((state) => state.status === 'awaiting_input');
      const asked = (index: number) => ({ status: 'awaiting_input', message: `And ${index}?` }) as const;
      return question
        ? [
            ...states.slice(0, 2),
            ...Array.from({ length: 9 }, (_, index) => asked(index)),
            ...states.slice(-1),
          ]
        : states;
    },
  };
  const report = await judged(asksForever);
  expect(formatFailures(report)).toEqual([]);
  expect(report.outcome).toBe('pass');
});

const never = (status: ScriptedState['status']): ServiceHooks => ({
  states: (states) =>
    states.some((state) => state.status === status)
      ? [...states.slice(0, 2), { status: 'completed', headings: [] }]
      : states,
});

test.each<[string, ScriptedState['status'], RegExp]>([
  ['--question-prompt', 'awaiting_input', /^no job with status awaiting_input/],
  ['--failure-prompt', 'failed', /^no failed job/],
])('%s makes its topic required', async (_, status, reason) => {
  const report = await judged(never(status));
  expect(report.outcome).toBe('incomplete');
  expect(report.reason).toMatch(reason);
  const { outcome } = await judged(never(status), { questionPrompt: undefined, failurePrompt: undefined });
  expect(outcome).toBe('pass');
});

const failingCreation: ServiceHooks = {
  replaceResponse: ({ operation }) => (operation === 'createPresentation' ? refuse(500, 'Oops.') : undefined),
};

test('a creation that always gets 5xx leaves the run incomplete, and is a violation with --create-body', async () => {
  const guessed = await judged(failingCreation);
  expect(guessed.outcome).toBe('incomplete');
  expect(guessed.reason).toMatch(
    /^the creation of a presentation never succeeded \(\d+ × 500\) \(--create-body\)/,
  );
  const given = await judged(failingCreation, { createBody: { template_id: '{{template_id}}' } });
  expect(formatFailures(given, ['operation/low-5xx-rate'])).toEqual([
    'create/no-persistent-error: POST /presentations always returns 5xx',
  ]);
});

test('a read-only key is one gap', async () => {
  const report = await judged({
    replaceResponse: ({ method }) => (method === 'GET' ? undefined : refuse(403, 'This key may only read.')),
  });
  expect(formatFailures(report)).toEqual([]);
  expect(report.outcome).toBe('incomplete');
  expect(report.reason).toMatch(/^read-only key: [^;]+$/);
});

test('a second key that is never accepted does not cover isolation', async () => {
  const report = await judged({}, { otherApiKey: 'plain-nobody-00000000' });
  expect(formatFailures(report)).toEqual([]);
  expect(report.reason).toMatch(/^the key of the other workspace was never accepted \(\d+ × 401/);
});
