import { expect, test } from 'vitest';
import { mutants } from './mutants.js';
import { sectionOf } from './mutant.js';

test('ids are kebab-case, titles are sentences', () => {
  for (const { id, title } of mutants) {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title).toMatch(/^[A-Z].*\.$/);
  }
});

test('every section with a promise is broken by a mutant', () => {
  const broken = new Set(mutants.flatMap(({ sections }) => sections));
  for (const section of ['1', '2.1', '2.2', '3', '4', ...Object.values(sectionOf), '5', '7', '8', '9']) {
    expect(broken).toContain(section);
  }
});
