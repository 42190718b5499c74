/** docs/security.md gives the reason of every package that Deckhand installs. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every dependency has a reason, and nothing else has one', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
  const part = read('docs/security.md').split('## What Deckhand installs')[1] ?? '';
  const listed = [...part.matchAll(/^\| `([^`]+)` +\| \S/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(dependencies).sort());
});
