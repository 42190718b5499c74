/** The pages show code of the examples, which CI builds from the package and runs. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, read } from './page.js';

function codeOf(example: string): string {
  const folder = join(import.meta.dirname, '../../examples', example);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.includes('node_modules') && statSync(join(folder, name)).isFile(),
  );
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

describe.each([
  ['jest', 'docs/tests.md', 'Jest'],
  ['nextjs', 'docs/app.md', 'Next.js'],
  ['storybook', 'docs/app.md', 'Storybook'],
])('the code of examples/%s', (example, page, section) => {
  const blocks = blocksOf(page, 'js', section);

  it('is shown', () => expect(blocks.length).toBeGreaterThan(1));

  it.each(blocks)('has what the page shows: %s', (code) => expect(codeOf(example)).toContain(code));
});

it('the page shows how the example app starts the mock server in the page', () =>
  expect(read('examples/deck-app/src/main.tsx')).toContain(blocksOf('docs/app.md', 'ts', 'In the page')[0]));

it('the page shows all of the file that Next.js runs', () =>
  expect(blocksOf('docs/app.md', 'js', 'Next.js')[0]).toBe(read('examples/nextjs/instrumentation.js')));
