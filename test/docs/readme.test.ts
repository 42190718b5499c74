import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const PARTS = /\]\((docs\/[\w-]+\.md)#?[\w-]*\)[^\n]*\n\n```ts\n(.*?)^```$/gms;

// The tests of the pages run these blocks.
test('the code of the README is that of the page it links to', () => {
  const parts = [...read('README.md').matchAll(PARTS)];
  expect(parts.map(([, page]) => page)).toEqual(['docs/tests.md']);
  for (const [, page = '', code = ''] of parts) expect(read(page)).toContain(code);
});

test('the README names the commands of a checkout exactly', () => {
  const text = read('README.md');
  for (const command of ['npm ci && npm start', 'npm ci && npm test'])
    expect(text).toContain(`\`${command}\``);
});
