import { expect, test } from 'vitest';
import { judge } from '../../../src/contract/judge.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { noSuchField } from '../../../src/contract/words.js';
import { journal, poll, start } from '../exchanges.js';

function outcome(id: string, exchanges: readonly Exchange[]) {
  return judge(exchanges).find(({ rule }) => rule.id === id)?.outcome;
}

const failed = { status: 'failed', error: 'It took too long.' };

test('a job that is generating again after its end breaks a promise', () => {
  expect(outcome('job/terminal-is-final', journal(start, poll(failed), poll({ status: 'generating' })))).toBe(
    'fail',
  );
});

test('overlapping polls may be handled in any order', () => {
  const late = journal(
    start,
    poll(failed, { from: 1, to: 3 }),
    poll({ status: 'generating' }, { from: 2, to: 4 }),
  );
  expect(outcome('job/terminal-is-final', late)).toBe('pass');
});

test('a lower total breaks a promise, unless the polls overlap', () => {
  const more = { status: 'generating', tokens_used: 900 };
  const less = { status: 'generating', tokens_used: 400 };
  expect(outcome('job/tokens-never-fall', journal(start, poll(more), poll(less)))).toBe('fail');
  expect(
    outcome(
      'job/tokens-never-fall',
      journal(start, poll(more, { from: 1, to: 3 }), poll(less, { from: 2, to: 4 })),
    ),
  ).toBe('pass');
});

test('a lower total after a question or at the end breaks a promise', () => {
  const question = poll({ status: 'awaiting_input', message: 'For whom?' });
  const running = poll({ status: 'generating', tokens_used: 900 });
  const final = poll({ status: 'completed', presentation: {}, tokens_used: 899 });
  expect(outcome('job/tokens-never-fall', journal(start, running, question, final))).toBe('fail');
});

test('a rule without evidence is not reached and has a reason', () => {
  const [verdict] = judge(journal(start)).filter(({ rule }) => rule.id === 'job/failed-says-why');
  expect(verdict).toMatchObject({
    outcome: 'not-reached',
    reason: 'not seen: a job failed',
  });
});

test('a rule with a bug has the outcome error, and the others are judged', () => {
  const broken = {
    id: 'x/y',
    sections: ['4'],
    level: 'must',
    title: 'x',
    judge: () => JSON.parse('{'),
  } as const;
  const fine = { ...broken, id: 'x/z', judge: () => ({ checked: 1, findings: [] }) };
  const verdicts = judge(journal(start), { rules: [broken, fine] });
  expect(verdicts.map(({ outcome: each }) => each)).toEqual(['error', 'pass']);
});

test('equal findings are one finding with a count', () => {
  const view = poll({ status: 'generating', error: 'x' });
  const [verdict] = judge(journal(start, view, view, view)).filter(
    ({ rule }) => rule.id === 'job/error-only-in-its-states',
  );
  expect(verdict?.findings).toEqual([
    {
      kind: 'fail',
      message: 'error is present while generating',
      times: 3,
      expected: noSuchField,
      actual: 'x',
      path: 'error',
      exchange: 2,
      alsoIn: [3, 4],
    },
  ]);
});
