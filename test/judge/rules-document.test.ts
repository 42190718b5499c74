import { expect, test } from 'vitest';
import { clientRules, serviceRules, untestableStatements } from '../../src/judge/index.js';
import { rulesDocument } from './rules-document.js';

/** The sections of the spec that say something. */
const sections = [
  '1',
  '2.1',
  '2.2',
  '2.3',
  '3',
  '4',
  ...[1, 2, 3, 4, 5, 6, 7].map((at) => `4.${at}`),
  '5',
  '5.1',
  '6',
  '7',
  '8',
  '9',
];

test('each section of the spec has a rule, or a sentence that no rule can judge', () => {
  const cited = new Set([
    ...serviceRules.flatMap((rule) => rule.sections),
    ...untestableStatements.map(([section]) => section),
  ]);
  expect(sections.filter((section) => !cited.has(section))).toEqual([]);
  expect([...cited].filter((section) => !sections.includes(section))).toEqual([]);
});

test('every client rule cites a section of the spec, and may also cite HTTP', () => {
  for (const { id, sections: cited } of clientRules) {
    expect(id).toMatch(/^client\/[a-z]+(-[a-z]+)+$/);
    expect(cited.some((section) => sections.includes(section))).toBe(true);
    for (const section of cited) expect(section).toMatch(/^\d(\.\d)?$|^RFC \d+ [\d.]+$/);
  }
});

test('every rule has its own id', () => {
  const all = [...serviceRules, ...clientRules];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('docs/rules.md is up to date', async () => {
  await expect(await rulesDocument()).toMatchFileSnapshot('../../docs/rules.md');
});
