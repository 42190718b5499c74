import { expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import { journal, poll, start } from '../exchanges.js';

/** More than the maximum number of function arguments. A comparison of all pairs would take minutes. */
const POLLS = 130_000;

test('a job with very many polls is judged as a whole', () => {
  const presentation = {
    id: 'p',
    title: 'T',
    workspace_id: 'ws_first',
    sections: [],
    is_public: false,
    url: 'https://decks.example/p',
    created_at: '2026-01-15T09:30:12.000Z',
    updated_at: '2026-01-15T09:30:12.000Z',
  };
  const [started, seen] = journal(start, poll({ status: 'completed', presentation }));
  const polls = Array.from({ length: POLLS }, (_, index) => ({
    ...seen!,
    sequence: index + 2,
    startedAt: seen!.startedAt + index * 1000,
    endedAt: seen!.endedAt + index * 1000,
  }));
  const verdicts = judge([started!, ...polls]);
  // A rule that throws has the outcome error.
  const broken = verdicts.filter(({ outcome }) => outcome === 'fail' || outcome === 'error');
  expect(broken.map(({ rule, reason }) => `${rule.id} ${reason}`)).toEqual([]);
  const final = verdicts.find(({ rule }) => rule.id === 'job/terminal-is-final');
  expect(final?.outcome).toBe('pass');
});
