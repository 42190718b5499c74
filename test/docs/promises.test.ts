/** docs/reliability.md and docs/security.md promise only what a test holds: each row of their tables names tests that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Row {
  readonly promise: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The rows of the first table with a column of tests. */
function rowsOf(page: string): Row[] {
  const lines = read(page).split('\n');
  const cells = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const head = lines.findIndex((line) => line.startsWith('|') && cells(line).includes('test that holds it'));
  const columns = cells(lines[head] ?? '');
  const body = lines.slice(head + 2);
  return body
    .slice(
      0,
      body.findIndex((line) => !line.startsWith('|')),
    )
    .map((line) => {
      const row = cells(line);
      const named = (row[columns.indexOf('test that holds it')] ?? '').split('<br>');
      const tests = named.flatMap((one) => {
        const [, file, title] = /^`(test\/[^`]+\.test\.ts)`: (.+)$/.exec(one) ?? [];
        return file === undefined || title === undefined ? [] : [{ file, title }];
      });
      return { promise: row[columns.indexOf('promise')] ?? '', tests };
    });
}

/** Whether a file has a test whose title begins like this. */
function hasTest({ file, title }: Row['tests'][number]): boolean {
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return existsSync(join(ROOT, file)) && new RegExp(`(?:\\(|^)\\s*['"\`]${pattern}`, 'm').test(read(file));
}

describe.each(['docs/reliability.md', 'docs/security.md'])('each promise of %s', (page) => {
  const rows = rowsOf(page);

  it('names its tests', () => {
    expect(rows.length).toBeGreaterThan(9);
    expect(rows.filter(({ tests, promise }) => tests.length === 0 || promise === '')).toEqual([]);
  });

  it('names tests that exist', () => {
    expect(rows.flatMap(({ tests }) => tests).filter((test) => !hasTest(test))).toEqual([]);
  });
});

it('a title that no test has is found', () => {
  const file = 'test/docs/promises.test.ts';
  expect(hasTest({ file, title: 'a title that no test has is found' })).toBe(true);
  expect(hasTest({ file, title: ['no test', 'has this title'].join(' ') })).toBe(false);
  expect(hasTest({ file: 'test/nowhere.test.ts', title: 'a title that no test has is found' })).toBe(false);
});
