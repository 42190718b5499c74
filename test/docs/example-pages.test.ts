/** The pages show code that is run: of the examples, which CI builds from the package, and of tests. */
import { readdirSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { blocksOf, read } from './markdown-blocks.js';

/** The text of a file, or of all files of a folder. */
function codeOf(path: string): string {
  if (statSync(path).isFile()) return read(path);
  const names = readdirSync(path).filter((name) => name !== 'node_modules');
  return names.map((name) => codeOf(`${path}/${name}`)).join('\n');
}
const withoutImports = (code: string): string => code.replaceAll(/^import .*\n/gm, '').trim();
/** A part of a file has less indentation on a page, so its lines can break elsewhere. */
const inOneLine = (code: string): string => code.replaceAll(/\s+/g, ' ');

it.each([
  ['docs/tests.md', 'Vitest', 'ts', 'test/integrations/vitest-fixture'],
  ['docs/tests.md', 'Node', 'ts', 'examples/node-test'],
  ['docs/tests.md', 'Jest', 'js', 'examples/jest'],
  ['docs/app.md', 'Express', 'ts', 'examples/express'],
  ['docs/clients.md', 'What they share', 'ts', 'examples/clients/request.ts'],
  ['docs/clients.md', 'TanStack Query', 'ts', 'examples/clients/tanstack-query.ts'],
  ['docs/clients.md', 'SWR', 'ts', 'examples/clients/swr.ts'],
  ['docs/clients.md', 'axios', 'ts', 'examples/clients/axios.ts'],
  ['docs/clients.md', 'rxjs', 'ts', 'examples/clients/rxjs.ts'],
  ['docs/app.md', 'Next.js', 'js', 'examples/nextjs'],
  ['docs/app.md', 'React Router', 'js', 'test/package/projects/react-router'],
  ['docs/app.md', 'React Router', 'jsx', 'test/package/projects/react-router'],
  ['docs/app.md', 'Storybook', 'js', 'examples/storybook'],
])('%s, %s, shows %s of %s', (page, section, language, path) => {
  const blocks = blocksOf(page, language, section).map(withoutImports);
  expect(blocks.length).toBeGreaterThan(0);
  const code = inOneLine(withoutImports(codeOf(path)));
  for (const block of blocks) expect(code).toContain(inOneLine(block));
});

it('docs/app.md shows how the example app starts the mock server in the page', () => {
  expect(read('examples/deck-app/src/main.tsx')).toContain(
    blocksOf('docs/app.md', 'ts', 'In the browser, without a server')[0],
  );
});
