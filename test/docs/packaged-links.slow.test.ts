/** The package carries the pages, so their links and pictures lead to files that it carries, too. */
import { execFileSync } from 'node:child_process';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { readProse } from './markdown-blocks.js';

const ROOT = join(import.meta.dirname, '../..');

/** A page for people who work on Deckhand: it links to files of the repository. */
const FOR_CONTRIBUTORS = 'CONTRIBUTING.md';

it('every link and picture of a page in the package leads to a file of the package', () => {
  const json = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = JSON.parse(json) as [{ files: readonly { path: string }[] }];
  const packed = files.map(({ path }) => path);
  const pages = packed.filter((path) => /^(?!dist\/).*\.md$/.test(path) && path !== FOR_CONTRIBUTORS);
  const broken = pages.flatMap((page) =>
    [...readProse(page).matchAll(/\]\(([^)\s#]+)[^)]*\)|(?:src|srcset|href)="([^"#]+)"/g)]
      .map(([, markdown, html = '']) => markdown ?? html)
      .filter((target) => !/^[a-z]+:/.test(target))
      .map((target) => normalize(join(dirname(page), target)).replace(/\/$/, ''))
      .filter((path) => !packed.some((file) => file === path || file.startsWith(`${path}/`)))
      .map((path) => `${page} → ${path}`),
  );
  expect(broken).toEqual([]);
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/guides/reproduce-a-failure.md']));
});
