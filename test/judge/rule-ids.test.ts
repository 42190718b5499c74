/** Every rule id in a string, a YAML file or a page names an existing rule. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { clientRules, serviceRules } from '../../src/judge/index.js';

const root = join(import.meta.dirname, '../..');
const FOLDERS = ['src', 'scenarios', 'examples', 'docs', 'test'];
const FILES = /\.(?:ts|tsx|js|md|ya?ml)$/;
const SKIPPED = /(?:^|\/)(?:node_modules|dist)(?:\/|$)/;

/** Strings that are no ids of existing rules: in tests of error messages, and ids of test rules. */
const NO_RULES = new Set([
  'client/broken',
  'client/leaves-slides',
  'client/new',
  'client/no-slide-in-patch',
  'client/one',
  'client/two',
  'job/failing',
  'job/fixed',
  'job/not-run',
  'job/other',
  'job/passing',
  'job/terminal',
  'operation/failing',
  'job/terminal-is-finale',
  'presentation/has-a-title',
  'response/status',
]);

const ids = [...serviceRules, ...clientRules].map(({ id }) => id);
const topics = [...new Set(ids.map((id) => id.split('/')[0]))].join('|');
/** In quotes or backticks, or in a YAML list. `*` matches any characters, and an id that ends in `-` is a prefix. */
const RULE_ID = new RegExp(
  `(?<=['"\`]|^\\s*- |violates:.*[[ ])(?:${topics})/[a-z\\d*-]+(?=['"\`,\\]]|\\s*$)`,
  'gm',
);

function isKnown(id: string): boolean {
  if (ids.includes(id) || NO_RULES.has(id)) return true;
  if (id.endsWith('-')) return ids.some((known) => known.startsWith(id));
  if (!id.includes('*')) return false;
  const pattern = new RegExp(`^${id.replaceAll('*', '.*')}$`);
  return ids.some((known) => pattern.test(known));
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && FILES.test(entry.name))
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => !SKIPPED.test(path)),
);

const mentions = files.flatMap((path) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(RULE_ID)].map(([id]) => ({ path, id })),
);

test('every rule id that is mentioned exists', () => {
  expect(mentions.length).toBeGreaterThan(500);
  expect(mentions.filter(({ id }) => !isKnown(id)).map(({ path, id }) => `${path}: ${id}`)).toEqual([]);
});

test('the list of other strings contains only strings that are mentioned and are no rule ids', () => {
  const mentioned = new Set(mentions.map(({ id }) => id));
  expect([...NO_RULES].filter((id) => ids.includes(id) || !mentioned.has(id))).toEqual([]);
});
