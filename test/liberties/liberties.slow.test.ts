import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { tour } from '../mutants/tour.js';
import { combination } from './combination.js';
import { liberties } from './liberties.js';
import { openQuestions } from './liberty.js';

const needs = ['question', 'failure', 'second-key', 'rate-limit'] as const;
const honest = tour([], needs);

test.each(liberties)('$id differs on the wire', ({ apply }) => {
  expect(tour([apply], needs)).not.toEqual(honest);
});

test('ids are kebab-case, titles are sentences', () => {
  for (const { id, title } of liberties) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
});

test('every open question has a liberty', () => {
  const settled = new Set(liberties.flatMap(({ settles }) => settles));
  expect([...settled].sort()).toEqual([...openQuestions].sort());
});

test('a combination settles no question twice, and its service works', () => {
  const property = fc.property(combination(), (chosen) => {
    const settled = chosen.flatMap(({ settles }) => settles);
    expect(new Set(settled).size).toBe(settled.length);
    expect(
      tour(
        chosen.map(({ apply }) => apply),
        needs,
      ),
    ).not.toEqual(honest);
  });
  fc.assert(property, { ...cases(20), seed: 7 });
});
