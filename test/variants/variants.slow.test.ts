import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { createTranscript } from '../mutants/transcript.js';
import { arbitraryCombination } from './combinations.js';
import { liberties } from './variants.js';
import { unspecifiedTopics } from './variant.js';

const needs = ['question', 'failure', 'other-key', 'rate-limit'] as const;
const honest = createTranscript([], needs);

test.each(liberties)('$id differs on the wire', ({ hooks }) => {
  expect(createTranscript([hooks], needs)).not.toEqual(honest);
});

test('ids are kebab-case, titles are sentences', () => {
  for (const { id, title } of liberties) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
});

test('every open question has a liberty', () => {
  const settled = new Set(liberties.flatMap(({ decides }) => decides));
  expect([...settled].sort()).toEqual([...unspecifiedTopics].sort());
});

test('a combination settles no question twice, and its service works', () => {
  const property = fc.property(arbitraryCombination(), (chosen) => {
    const settled = chosen.flatMap(({ decides }) => decides);
    expect(new Set(settled).size).toBe(settled.length);
    expect(
      createTranscript(
        chosen.map(({ hooks }) => hooks),
        needs,
      ),
    ).not.toEqual(honest);
  });
  fc.assert(property, { ...cases(20), seed: 7 });
});
