import { expect, it } from 'vitest';
import { parseScenario } from '../../src/scenario/parse.js';

const most = 131_072;
const lines = (line: (index: number) => string, count: number): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n');

it.each([
  ['brackets', '['.repeat(most), '1:101: is nested more than 100 levels deep'],
  ['braces', `title: x\nsteps: ${'{'.repeat(most)}`, '2:108: is nested more than 100 levels deep'],
  ['closed brackets', '['.repeat(9999) + ']'.repeat(9999), '1:101: is nested more than 100 levels deep'],
  ['brackets that close in quotes', '["]]",'.repeat(9999), '1:601: is nested more than 100 levels deep'],
  ['lists in lists', '- '.repeat(most / 2), '1:1: is nested more than 100 levels deep'],
  ['keys of keys', '? '.repeat(most / 2), '1:1: is nested more than 100 levels deep'],
  [
    'indentation',
    lines((index) => `${' '.repeat(index)}a:`, 500),
    '201:1: is nested more than 100 levels deep',
  ],
  ['aliases', `a: &a [x]\nb: [${'*a, '.repeat(200)}]`, '2:405: has more than 100 aliases'],
])('a text of %s is rejected before it is parsed', (_what, text, expected) => {
  const parsed = parseScenario({ name: 'x', file: 'x.yaml', text });
  expect('errors' in parsed && parsed.errors.map((error) => error.format())).toEqual([`x.yaml:${expected}`]);
});

it('a text with multiplying aliases is rejected', () => {
  const text = `a: &a [x]\n${[...'bcdefghi'].map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index]},`.repeat(9)}]`).join('\n')}`;
  const parsed = parseScenario({ name: 'x', file: 'x.yaml', text });
  expect('errors' in parsed && parsed.errors[0].message).toContain('Excessive alias count');
});

it('a text with many errors has a report of the first one', () => {
  const parsed = parseScenario({ name: 'x', file: 'x.yaml', text: 'a: b: c\n'.repeat(1000) });
  expect('errors' in parsed && parsed.errors.map((error) => error.format())).toEqual([
    expect.stringMatching(/^x\.yaml:1:4: .*Put it in quotes: 'b: c'$/),
  ]);
});

it('brackets inside strings do not count', () => {
  const text = `title: T\ndescription: |\n  ${'[ '.repeat(500)}\nsteps:\n  - complete: { title: "${'['.repeat(500)}" }\n`;
  expect(parseScenario({ name: 'x', file: 'x.yaml', text })).toHaveProperty('timeline');
});
