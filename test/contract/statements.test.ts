import { expect, test } from 'vitest';
import { clientRules, isCited, rules, statements } from '../../src/contract/index.js';
import { rulesDocument } from './rules-document.js';

test('every statement has a rule or a reason why HTTP traffic cannot show it', () => {
  const bare = statements.filter(
    ({ rules: patterns = [], because }) => patterns.length === 0 && because === undefined,
  );
  expect(bare).toEqual([]);
});

test('every rule in a statement exists', () => {
  const unknown = statements.flatMap(({ rules: patterns = [] }) =>
    patterns.filter((pattern) => !rules.some(({ id }) => isCited(id, [pattern]))),
  );
  expect(unknown).toEqual([]);
});

test('every client rule in a statement exists', () => {
  const unknown = statements.flatMap(({ clients = [] }) =>
    clients.filter((pattern) => !clientRules.some(({ id }) => isCited(id, [pattern]))),
  );
  expect(unknown).toEqual([]);
});

test('every client rule cites a section of a statement, and may also cite HTTP', () => {
  const sections = new Set(statements.map(({ section }) => section));
  for (const { id, sections: cited } of clientRules) {
    expect(id).toMatch(/^client\/[a-z]+(-[a-z]+)+$/);
    expect(cited.some((section) => sections.has(section))).toBe(true);
    for (const section of cited) expect(section).toMatch(/^\d(\.\d)?$|^RFC \d+ [\d.]+$/);
  }
});

test('every rule judges a statement', () => {
  const idle = rules.filter(
    ({ id }) => !statements.some(({ rules: patterns = [] }) => isCited(id, patterns)),
  );
  expect(idle.map(({ id }) => id)).toEqual([]);
});

test('every rule cites a section of a statement that it judges', () => {
  const strays = rules.filter(
    ({ id, sections }) =>
      !statements.some(
        ({ section, rules: patterns = [] }) => isCited(id, patterns) && sections.includes(section),
      ),
  );
  expect(strays.map(({ id }) => id)).toEqual([]);
});

test('every rule has its own id', () => {
  const all = [...rules, ...clientRules];
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

test('docs/rules.md is up to date', async () => {
  await expect(await rulesDocument()).toMatchFileSnapshot('../../docs/rules.md');
});
