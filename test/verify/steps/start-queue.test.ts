import { expect, test } from 'vitest';
import type { PlannedJob } from '../../../src/verify/run-plan.js';
import { StartQueue, type StartContext } from '../../../src/verify/steps/start-queue.js';
import { createScriptedRun } from './scripted-requester.js';

const planned = (prompt: string, more: Partial<PlannedJob> = {}): PlannedJob => ({
  prompt,
  via: 'bearer',
  asks: false,
  isLate: false,
  isLast: false,
  ...more,
});
const [first, second, third] = ['first', 'second', 'third'].map((prompt) => planned(prompt));
const late = planned('late', { isLate: true });
const last = planned('last', { isLast: true });

/** Without responses: only the rate and the time of the requester matter. */
function createQueue(jobs: readonly (PlannedJob | undefined)[], requestsPerMinute = 0) {
  const { requester } = createScriptedRun({ requestsPerMinute }, () => ({ status: 500 }));
  const queue = new StartQueue(
    requester,
    jobs.flatMap((job) => job ?? []),
  );
  /** The prompts of the jobs that are due now. */
  const due = (context: StartContext): readonly string[] => {
    const prompts: string[] = [];
    for (let job = queue.takeDue(context); job; job = queue.takeDue(context)) prompts.push(job.prompt);
    return prompts;
  };
  return { queue, requester, due };
}

const NOTHING: StartContext = { started: 0, running: [], hasFinished: false };
const isRunning = (...running: readonly PlannedJob[]): StartContext => ({
  started: running.length,
  running,
  hasFinished: false,
});

test('the first start is alone, and the next ones are two at the same instant', () => {
  const { queue, due } = createQueue([first, second, third]);
  expect(due(NOTHING)).toEqual(['first']);
  queue.endStart(first as PlannedJob);
  expect(due(isRunning(first as PlannedJob))).toEqual(['second', 'third']);
});

test('with a request rate, two jobs run at a time', () => {
  const { queue, due } = createQueue([first, second, third], 20);
  expect(due(NOTHING)).toEqual(['first']);
  queue.endStart(first as PlannedJob);
  expect(due(isRunning(first as PlannedJob))).toEqual(['second']);
  queue.endStart(second as PlannedJob);
  expect(due(isRunning(first as PlannedJob, second as PlannedJob))).toEqual([]);
});

test('a late job starts after another one has ended, and the last job after the late ones', () => {
  const { queue, due } = createQueue([late, last]);
  expect(due(isRunning(planned('running')))).toEqual([]);
  expect(due({ ...isRunning(planned('running')), hasFinished: true })).toEqual(['late', 'last']);
  const other = createQueue([last]);
  expect(other.due(isRunning(late))).toEqual([]);
  expect(other.due(isRunning(planned('running')))).toEqual(['last']);
  expect(queue.pending).toEqual([late, last]);
});

test('a job that runs for 30 s does not delay the next start any more', async () => {
  const { queue, requester, due } = createQueue([late]);
  const context = isRunning(planned('running'));
  expect(queue.nextStartAt).toBeUndefined();
  expect(due(context)).toEqual([]);
  expect(queue.nextStartAt).toBeCloseTo(requester.now() + 30_000, 1);
  await requester.sleep(29_990);
  expect(due(context)).toEqual([]);
  await requester.sleep(10);
  expect(due(context)).toEqual(['late']);
  expect(queue.nextStartAt).toBeUndefined();
});

test('a rejected job starts once more, after the others', () => {
  const { queue, due } = createQueue([first, second]);
  due(NOTHING);
  queue.addRejected(first as PlannedJob);
  queue.endStart(first as PlannedJob);
  queue.startRejected();
  expect(queue.pending).toEqual([second]);
  due(NOTHING);
  queue.endStart(second as PlannedJob);
  queue.startRejected();
  expect(due(NOTHING)).toEqual(['first']);
  queue.addRejected(first as PlannedJob);
  queue.endStart(first as PlannedJob);
  queue.startRejected();
  expect(queue.pending).toEqual([]);
});
