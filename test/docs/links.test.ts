/** Checks the links between the Markdown files of the project, and that the README lists every page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProse } from './markdown-blocks.js';

const ROOT = join(import.meta.dirname, '../..');
const underDocs = readdirSync(join(ROOT, 'docs'), { encoding: 'utf8', recursive: true })
  .filter((file) => file.endsWith('.md'))
  .map((file) => `docs/${file.replaceAll('\\', '/')}`);
const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'examples/deck-app/README.md',
  ...underDocs.toSorted(),
];

interface Link {
  readonly file: string;
  /** The heading, as GitHub writes it in an address. */
  readonly heading: string | undefined;
}

const linksOf = (page: string): readonly Link[] =>
  [...readProse(page).matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
    .map(([, markdown, html = '']) => markdown ?? html)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [path = '', heading] = target.split('#');
      return { file: path === '' ? page : normalize(join(dirname(page), path)), heading };
    });

/** The headings of a page as GitHub writes them in addresses. */
const headingsOf = (page: string): readonly string[] =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  );

describe('every link leads to a file and a heading', () => {
  it.each(pages)('%s', (page) => {
    const broken = linksOf(page).filter(
      ({ file, heading }) =>
        !existsSync(join(ROOT, file)) || (heading !== undefined && !headingsOf(file).includes(heading)),
    );
    expect(broken).toEqual([]);
  });
});

it('the README lists every page', () => {
  const listed = new Set(linksOf('README.md').map(({ file }) => file));
  expect(pages.filter((page) => /^docs\/(?:guides\/)?[\w-]+\.md$/.test(page) && !listed.has(page))).toEqual(
    [],
  );
});
