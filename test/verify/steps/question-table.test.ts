import { expect, test } from 'vitest';
import { resolveVerifyOptions } from '../../../src/verify/options.js';
import { QuestionTable } from '../../../src/verify/steps/question-table.js';
import type { Question } from '../../../src/verify/steps/question.js';

const SETTINGS = resolveVerifyOptions({ baseUrl: 'http://service.example/api/v1', apiKey: 'key' });

function createTable({
  by = 'key' as 'key' | 'other',
  jobs = ['j1', 'j2'],
  isAskingJobToStart = false,
} = {}) {
  const table = new QuestionTable({
    settings: SETTINGS,
    by,
    isAskingJobToStart: () => isAskingJobToStart,
  });
  for (const job of jobs) table.addJob(job, { mayAsk: true, now: 0 });
  return table;
}

/** A poll of 10 ms that shows a question. */
const asking = (at: number, message = 'Who is it for?') =>
  ({ status: 'awaiting_input', body: { message }, startedAt: at, endedAt: at + 10 }) as const;
const generating = (at: number) =>
  ({ status: 'generating', body: {}, startedAt: at, endedAt: at + 10 }) as const;
const replied = (question: Question | undefined, at: number): Question => ({
  ...(question as Question),
  phase: 'replied',
  replies: [{ text: 'For sailors', isAccepted: true, via: 'bearer', at }],
});

test('of two jobs that ask, the first one stays silent until the other one has its reply', () => {
  const table = createTable();
  const silent = table.show('j1', asking(100));
  expect(silent?.phase).toBe('silent');
  expect(table.actionFor(silent as Question, 110)).toBeUndefined();
  const handled = table.show('j2', asking(200));
  expect(handled?.phase).toBe('asked');
  expect(table.actionFor(handled as Question, 210)).toBe('send-no-key');
  table.setProbed('j2');
  table.set(replied(handled, 300));
  table.close('j2', generating(400));
  expect(table.get('j2')?.phase).toBe('advanced');
  // It was open for 400 ms in one poll.
  table.show('j1', asking(500));
  const longer = table.show('j1', asking(600));
  expect(table.actionFor(longer as Question, 610)).toBe('reply');
});

test('no question stays silent after a rejected start, or for the other key', () => {
  const table = createTable();
  table.endSilence();
  expect(table.show('j1', asking(100))?.phase).toBe('asked');
  expect(createTable({ by: 'other' }).show('j1', asking(100))?.phase).toBe('asked');
  expect(createTable({ jobs: ['j1'] }).show('j1', asking(100))?.phase).toBe('asked');
  expect(createTable({ jobs: ['j1'], isAskingJobToStart: true }).show('j1', asking(100))?.phase).toBe(
    'silent',
  );
});

test('one question is handled at a time, and the next one follows when it ends', () => {
  const table = createTable({ jobs: ['j1', 'j2', 'j3'] });
  table.endSilence();
  table.show('j1', asking(100));
  expect(table.show('j2', asking(110))?.phase).toBe('waiting');
  expect(table.show('j3', asking(120))?.phase).toBe('waiting');
  table.close('j1', generating(200));
  expect(['j1', 'j2', 'j3'].map((job) => table.get(job)?.phase)).toEqual(['advanced', 'asked', 'waiting']);
  table.removeJob('j2');
  expect(['j2', 'j3'].map((job) => table.get(job)?.phase)).toEqual(['ignored', 'asked']);
});

test('a question whose wording changes is one question until it has a reply', () => {
  const table = createTable({ jobs: ['j1'] });
  table.show('j1', asking(100, 'Who is it for?'));
  const same = table.show('j1', asking(200, 'Who reads it?'));
  expect(same).toMatchObject({ text: 'Who is it for?', polls: 2, openedAfter: 0 });
  table.set(replied(same, 250));
  const repeated = table.show('j1', asking(300, 'Who is it for?'));
  expect(repeated).toMatchObject({ phase: 'replied', polls: 3, pollsAfterReply: 1 });
  const next = table.show('j1', asking(400, 'How long is it?'));
  expect(next).toMatchObject({ phase: 'asked', text: 'How long is it?', polls: 1, replies: [] });
});

test('a job may ask three questions', () => {
  const table = createTable({ jobs: ['j1'] });
  for (const at of [100, 300, 500]) {
    expect(table.show('j1', asking(at))).toMatchObject({ openedAfter: at === 100 ? 0 : at - 100 });
    table.close('j1', generating(at + 100));
  }
  expect(table.show('j1', asking(700))).toBeUndefined();
});
