/** Docs use `npx --no`: plain `npx deckhand` could run a foreign package. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

const CHECKED_PATHS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'Dockerfile',
  'docs',
  'examples',
  'openapi',
  'src',
];
/** Pictures are binary, and records of the past keep their words. */
const IGNORED_PATHS = /(?:^|\/)(?:node_modules|dist|images|decisions|generated)\/|\.(?:png|webp|ico|woff2?)$/;

function filesBelow(path: string): readonly string[] {
  const stats = statSync(join(ROOT, path), { throwIfNoEntry: false });
  if (!stats || IGNORED_PATHS.test(`${path}${stats.isDirectory() ? '/' : ''}`)) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(join(ROOT, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}

/** Commands that run a package which is perhaps not installed, or install a version that nobody chose. */
const UNPINNED = [
  /\bnpx (?!--no )(?:-\S+ )*(?:-- )?deckhand(?![\w@-])/,
  /\bnpm (?:exec|x) (?!--no )(?:-\S+ )*(?:-- )?deckhand\b/,
  /\b(?:yarn|pnpm) dlx deckhand\b/,
  /\b(?:bunx|pnpx) deckhand\b/,
  /\b(?:npm (?:i|install|add)|yarn add|pnpm (?:i|install|add)|bun add)\b(?: -\S+)*(?: [@\w/.-]+)*? deckhand(?![\w@./-])/,
];
const PINNED_VERSION = /\bdeckhand(?:@|-)(\d+\.\d+\.\d+)/g;

const unpinned = (text: string): boolean => UNPINNED.some((pattern) => pattern.test(text));

it.each([
  ['npx -y deckhand serve', true],
  ['npm install --save-dev msw deckhand', true],
  ['npx --no deckhand serve', false],
  ['npm install --save-dev deckhand@1.2.3 msw', false],
])('%s: %s', (text, expected) => {
  expect(unpinned(text)).toBe(expected);
});

const files = CHECKED_PATHS.flatMap(filesBelow);

test('every command of pages, messages and examples runs the installed package', () => {
  const wrong = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (unpinned(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(wrong).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
});

test('every pinned version is that of package.json', () => {
  const pins = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(PINNED_VERSION)].map(
      ([, pinned]) => `${file}: ${pinned}`,
    ),
  );
  expect(pins.filter((pin) => !pin.endsWith(`: ${version}`))).toEqual([]);
  expect(pins.length).toBeGreaterThan(5);
});
