import { expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { journal, poll, start, type ExchangeLine } from '../exchanges.js';

const outcome = (id: string, ...lines: readonly ExchangeLine[]) =>
  judge(journal(...lines)).find(({ rule }) => rule.id === id)?.outcome;

const presentation = {
  id: 'p',
  title: 'Harbour taxis',
  workspace_id: 'w',
  sections: [{ heading: 'One' }],
  is_public: false,
  url: 'https://x.example/p',
  created_at: '2026-01-15T09:30:12.000Z',
  updated_at: '2026-01-15T09:30:12.000Z',
};
const completed = poll({ status: 'completed', presentation });
const startWith = (sent: object, status = 202): ExchangeLine => ({ ...start, sent, status });

test('a start that needs further fields is not accused', () => {
  const lines = [startWith({ prompt: 'A', template_id: 't' }, 400), startWith({ prompt: 'A' }, 400)];
  expect(outcome('start/takes-a-prompt', ...lines)).toBe('not-reached');
});

test('a start that expects the prompt in another field breaks a promise', () => {
  const lines = [startWith({ prompt: 'A' }, 400), startWith({ text: 'A' })];
  expect(outcome('start/takes-a-prompt', ...lines)).toBe('fail');
});

test('a start that needs a further field beside the prompt keeps its promise', () => {
  const lines = [startWith({ prompt: 'A' }, 400), startWith({ prompt: 'A', text: 'A' })];
  expect(outcome('start/takes-a-prompt', ...lines)).toBe('pass');
});

test('one prompt that is refused may be refused for its content', () => {
  const lines = [startWith({ prompt: 'A', template_id: 't' }, 422), startWith({ template_id: 't' })];
  expect(outcome('start/takes-a-prompt', ...lines)).toBe('not-reached');
  const second = startWith({ prompt: 'B', template_id: 't' }, 422);
  expect(outcome('start/takes-a-prompt', ...lines, second)).toBe('fail');
});

test('after a rename, the view of the job may show the old title or the new one', () => {
  const rename: ExchangeLine = { request: 'PATCH /presentations/p', sent: { title: 'New' } };
  const shows = (title: string) => poll({ status: 'completed', presentation: { ...presentation, title } });
  for (const title of ['New', 'Harbour taxis'])
    expect(outcome('rename/shows-in-its-job', start, completed, rename, shows(title))).toBe('pass');
  expect(outcome('rename/shows-in-its-job', start, completed, rename, shows('Else'))).toBe('fail');
});

test('a rename that changes slides known only from the view of the job breaks a promise', () => {
  const rename: ExchangeLine = { request: 'PATCH /presentations/p', sent: { title: 'New' } };
  const fetched: ExchangeLine = {
    request: 'GET /presentations/p',
    received: { ...presentation, title: 'New', sections: [] },
  };
  expect(outcome('rename/touches-only-the-title', start, completed, rename, fetched)).toBe('fail');
});

test('an empty title may be ignored', () => {
  const fetched: ExchangeLine = { request: 'GET /presentations/p', received: presentation };
  const rename: ExchangeLine = { request: 'PATCH /presentations/p', sent: { title: '' } };
  expect(outcome('rename/shows-when-fetched', start, completed, fetched, rename, fetched)).toBe('warn');
});

test('a refused PATCH is not accused of the effect of another one with the same title', () => {
  const fetched = (title: string): ExchangeLine => ({
    request: 'GET /presentations/p',
    received: { ...presentation, title },
  });
  const patch: ExchangeLine = { request: 'PATCH /presentations/p', sent: { title: 'Probe' } };
  const lines = [
    start,
    completed,
    fetched('Harbour taxis'),
    { ...patch, key: 'none', status: 401 } as const,
    { ...patch, key: 'wrong', status: 200 } as const,
    fetched('Probe'),
    patch,
  ];
  expect(outcome('keys/update-presentation-refuses-no-key', ...lines)).toBe('pass');
  expect(outcome('keys/update-presentation-refuses-wrong-key', ...lines)).toBe('fail');
});
