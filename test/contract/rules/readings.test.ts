import { expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { journal, poll, presentation, start, type ExchangeLine } from '../exchanges.js';

const outcome = (id: string, ...lines: readonly ExchangeLine[]) =>
  judge(journal(...lines)).find(({ rule }) => rule.id === id)?.outcome;

const completed = poll({ status: 'completed', presentation });
const fetched = (value: object, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'GET /presentations/p',
  received: value,
  ...more,
});
const rename = (title: string, more: Partial<ExchangeLine> = {}): ExchangeLine => ({
  request: 'PATCH /presentations/p',
  sent: { title },
  ...more,
});

test('null instead of an absent field is a warning, and of progress an observation', () => {
  const view = { status: 'generating', error: null, message: null, progress: null };
  expect(outcome('job/error-only-in-its-states', start, poll(view))).toBe('warn');
  expect(outcome('job/progress-is-whole', start, poll(view))).toBe('observed');
});

test('tokens_used of null fails where tokens_used is documented', () => {
  const tokens = (view: object) => outcome('job/tokens-are-positive', start, poll(view));
  expect(tokens({ status: 'generating', tokens_used: null })).toBe('fail');
  expect(tokens({ status: 'completed', tokens_used: null, presentation })).toBe('fail');
  const failed = poll({ status: 'failed', error: 'no', tokens_used: null });
  expect(outcome('job/tokens-used-only-in-its-states', start, failed)).toBe('warn');
});

test('null in a required field is a failure', () => {
  expect(outcome('presentation/title', start, completed, fetched({ ...presentation, title: null }))).toBe(
    'fail',
  );
});

test('extra fields are observed and never fail', () => {
  const lines = [start, poll({ status: 'generating', mood: 'good' })];
  expect(outcome('open/extra-fields', ...lines)).toBe('observed');
  expect(judge(journal(...lines)).filter(({ outcome: each }) => each === 'fail')).toEqual([]);
});

test('a finished job that is no longer found does not fail', () => {
  const lines = [start, completed, poll({}, { status: 404 })];
  expect(judge(journal(...lines)).filter(({ outcome: each }) => each === 'fail')).toEqual([]);
});

test('a running job that is no longer found breaks a promise', () => {
  const lines = [
    start,
    poll({ status: 'generating' }),
    poll({}, { status: 404 }),
    poll({ status: 'generating' }),
  ];
  expect(outcome('job/pollable-until-its-end', ...lines)).toBe('fail');
});

test('a job that is found only after a delay is a warning within the settling time, and fails after it', () => {
  const found = poll({ status: 'generating' }, { from: 6 });
  const first = (from: number) =>
    outcome('job/pollable-until-its-end', start, poll({}, { status: 404, from }), found);
  expect(first(1)).toBe('warn');
  expect(first(4)).toBe('fail');
});

test('a refused rename with a key of another workspace fails if it has an effect', () => {
  const foreign = rename('Taken', { key: 'other', status: 403 });
  const lines = [
    start,
    completed,
    fetched(presentation),
    foreign,
    fetched({ ...presentation, title: 'Taken' }),
  ];
  expect(outcome('workspace/foreign-key-renames-no-presentation', ...lines)).toBe('fail');
});

test('two keys with presentations of the same workspace belong to one workspace', () => {
  const own: ExchangeLine = {
    request: 'GET /presentations/q',
    received: { ...presentation, id: 'q' },
    key: 'other',
  };
  const lines = [start, completed, fetched(presentation), own, fetched(presentation, { key: 'other' })];
  expect(outcome('workspace/foreign-key-reads-no-presentation', ...lines)).toBe('not-reached');
});

test('a used-up quota is not a failure', () => {
  const refused: ExchangeLine = { ...start, status: 403, received: { error: 'quota' } };
  expect(judge(journal(start, refused, refused)).filter(({ outcome: each }) => each === 'fail')).toEqual([]);
});

test.each([404, 405, 415, 501])('a start that returns %i for all valid requests fails', (status) => {
  const list: ExchangeLine = { request: 'GET /templates', received: [] };
  expect(outcome('operation/start-generation', list, { ...start, status }, { ...start, status })).toBe(
    'fail',
  );
});

test.each([500, 503, 429, 402])('an operation that returns only %i is not reached', (status) => {
  expect(outcome('operation/start-generation', { ...start, status })).toBe('not-reached');
});
