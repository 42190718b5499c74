import { expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { journal, poll, start, type Spoken } from '../exchanges.js';

const outcome = (id: string, ...lines: readonly Spoken[]) =>
  judge(journal(...lines)).find(({ rule }) => rule.id === id)?.outcome;

const presentation = {
  id: 'p',
  title: 'Harbour taxis',
  workspace_id: 'w',
  sections: [],
  is_public: false,
  url: 'https://x.example/p',
  created_at: '2026-01-15T09:30:12.000Z',
  updated_at: '2026-01-15T09:30:12.000Z',
};
const completed = poll({ status: 'completed', presentation });
const fetched = (value: object, more: Partial<Spoken> = {}): Spoken => ({
  ask: 'GET /presentations/p',
  answer: value,
  ...more,
});
const rename = (title: string, more: Partial<Spoken> = {}): Spoken => ({
  ask: 'PATCH /presentations/p',
  sent: { title },
  ...more,
});

test('null where a field should be absent is a warning', () => {
  const view = { status: 'generating', error: null, message: null, tokens_used: null };
  expect(outcome('job/error-only-in-its-states', start, poll(view))).toBe('warn');
  expect(outcome('job/tokens-are-positive', start, poll(view))).toBe('warn');
});

test('null in a field that is always there is a failure', () => {
  expect(outcome('presentation/title', start, completed, fetched({ ...presentation, title: null }))).toBe(
    'fail',
  );
});

test('extra fields are observed, never accused', () => {
  const lines = [start, poll({ status: 'generating', mood: 'good' })];
  expect(outcome('open/extra-fields', ...lines)).toBe('observed');
  expect(judge(journal(...lines)).filter(({ outcome: each }) => each === 'fail')).toEqual([]);
});

test('a finished job that can no longer be found is open', () => {
  const lines = [start, completed, poll({}, { status: 404 })];
  expect(judge(journal(...lines)).filter(({ outcome: each }) => each === 'fail')).toEqual([]);
});

test('a job that cannot be found while it runs breaks a promise', () => {
  const lines = [
    start,
    poll({ status: 'generating' }),
    poll({}, { status: 404 }),
    poll({ status: 'generating' }),
  ];
  expect(outcome('job/pollable-until-its-end', ...lines)).toBe('fail');
});

test('a job that cannot be found at once, and can later, is a warning', () => {
  expect(
    outcome('job/pollable-until-its-end', start, poll({}, { status: 404 }), poll({ status: 'generating' })),
  ).toBe('warn');
});

test('a title that shows late is a warning, one that never shows a failure', () => {
  const named = { ...presentation, title: 'New' };
  expect(
    outcome(
      'rename/shows-when-fetched',
      start,
      completed,
      rename('New'),
      fetched(presentation),
      fetched(named),
    ),
  ).toBe('warn');
  expect(outcome('rename/shows-when-fetched', start, completed, rename('New'), fetched(presentation))).toBe(
    'fail',
  );
});

test('a rename that moves the address is accused of it, one that moves updated_at is not', () => {
  const before = [start, completed, fetched(presentation), rename('New')];
  const after = { ...presentation, title: 'New', updated_at: '2027-01-15T09:30:12.000Z' };
  expect(outcome('rename/touches-only-the-title', ...before, fetched(after))).toBe('pass');
  expect(
    outcome('rename/touches-only-the-title', ...before, fetched({ ...after, url: 'https://x.example/q' })),
  ).toBe('fail');
});

test('a key of another workspace that is refused, and renames all the same, is found out', () => {
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

test('two keys whose presentations name one workspace are not foreign to each other', () => {
  const own: Spoken = { ask: 'GET /presentations/q', answer: { ...presentation, id: 'q' }, key: 'other' };
  const lines = [start, completed, fetched(presentation), own, fetched(presentation, { key: 'other' })];
  expect(outcome('workspace/foreign-key-reads-no-presentation', ...lines)).toBe('not-reached');
});

test('a quota that is used up accuses nobody', () => {
  const refused = { ...start, status: 403, answer: { error: 'quota' } };
  expect(judge(journal(start, refused, refused)).filter(({ outcome: each }) => each === 'fail')).toEqual([]);
});

test.each([404, 405, 415, 501])('a start that answers %i to everything valid is missing', (status) => {
  const list: Spoken = { ask: 'GET /templates', answer: [] };
  expect(outcome('operation/start-generation', list, { ...start, status }, { ...start, status })).toBe(
    'fail',
  );
});

test.each([500, 503, 429, 402])('an operation that answers only %i cannot be judged', (status) => {
  expect(outcome('operation/start-generation', { ...start, status })).toBe('not-reached');
});
