import { expect, test } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { createTranscript } from '../mutants/transcript.js';
import { arbitraryCombination } from './combinations.js';
import { variants } from './variants.js';
import { unspecifiedTopics } from './variant.js';

const needs = ['question', 'failure', 'other-key', 'rate-limit'] as const;
const original = createTranscript([], needs);

test.each(variants)('$id differs on the wire', ({ hooks }) => {
  expect(createTranscript([hooks], needs)).not.toEqual(original);
});

test('ids are kebab-case, titles are sentences', () => {
  for (const { id, title } of variants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
});

test('every open question has a variant', () => {
  const settled = new Set(variants.flatMap(({ decides }) => decides));
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
    ).not.toEqual(original);
  });
  fc.assert(property, { ...cases(20), seed: 7 });
});
