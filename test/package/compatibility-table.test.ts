import { readFileSync } from 'node:fs';
import { expect, it, test } from 'vitest';
import { cellOf, tablesOf } from './compatibility-table.mjs';

const REFUSED = `npm error code EBADENGINE
npm error Not compatible with your version of node/npm: msw@3.0.5
npm error Required: {"node":">=22.12.0"}`;
const done = (code: number, output = '') => ({ code, output });

it.each([
  ['a tool that refuses this Node', done(1, REFUSED), undefined, 'not run', 'msw@3.0.5 needs Node >=22.12.0'],
  ['a tool that cannot be installed', done(1, 'ERESOLVE'), undefined, 'fails', 'npm does not install it'],
  ['a test that fails', done(0), done(1, 'broken'), 'fails', undefined],
  ['a test that passes', done(0), done(0), 'passes', undefined],
  ['a test with notes', done(0), done(0, 'x\nnote: one\nnote: two\n'), 'passes', 'one; two'],
])('%s', (_name, installed, tested, verdict, note) => {
  const cell = cellOf(installed, tested, '1.2.3');
  expect(cell).toMatchObject({ verdict, ...(note !== undefined && { note }) });
});

test('the table shows only what ran', () => {
  const passes = cellOf(done(0), done(0), '3.0.5');
  const fails = cellOf(done(0), done(1, 'broken'), '3.0.5');
  const cells = [undefined, fails, passes];
  const row = { tool: 'msw', version: '3', what: 'a fetch' };
  const text = tablesOf(
    [
      { row, cells },
      { row: { ...row, version: '3.0.5' }, cells },
    ],
    ['20.1.0', '22.1.0', '24.1.0'],
    'Deckhand 1.0.0',
  );
  expect(text).toContain('| msw 3.0.5 | a fetch | not run | **fails** | passes |');
  expect(text.match(/msw 3\.0\.5/g)).toHaveLength(1);
});

test('the page has a row for every optional peer', () => {
  const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    peerDependencies: Readonly<Record<string, string>>;
  };
  const page = readFileSync('docs/compatibility.md', 'utf8');
  for (const name of Object.keys(peerDependencies)) expect(page).toMatch(new RegExp(`^\\| ${name} \\d`, 'm'));
  expect(page).not.toContain('**fails**');
});
