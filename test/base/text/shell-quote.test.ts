/** How PowerShell parses a line for a POSIX shell. No PowerShell runs here: a parser follows its quoting rules. */
import { expect, test } from 'vitest';
import { shellQuote } from '../../../src/base/text/shell-quote.js';
import fc from '../../fast-check.js';

/** The characters of a line that PowerShell does not parse as quoted text, and the content of `$(…)` in double quotes. */
function outsideQuotes(line: string): string {
  const isSingle = (character: string | undefined): boolean => /^['\u2018-\u201b]$/.test(character ?? '');
  const isDouble = (character: string | undefined): boolean => /^["\u201c-\u201e]$/.test(character ?? '');
  let outside = '';
  for (let at = 0; at < line.length; at += 1) {
    if (isSingle(line[at])) {
      // Two of them are one literal quote.
      for (at += 1; at < line.length && (!isSingle(line[at]) || isSingle(line[at + 1])); at += 1)
        if (isSingle(line[at])) at += 1;
      if (at >= line.length) return `${outside} UNCLOSED`;
    } else if (isDouble(line[at])) {
      const rest = line.slice(at + 1);
      const run = /^\$\((printf .*)\)"$/su.exec(rest);
      if (run) return outside + outsideQuotes(run[1] ?? '');
      for (at += 1; at < line.length && !isDouble(line[at]); at += 1)
        if (/[`$]/.test(line[at] ?? '')) outside += line[at];
    } else outside += line[at];
  }
  return outside;
}

const parts = fc.array(
  fc.oneof(
    fc.constantFrom(
      "'",
      "''",
      '"',
      '\u2018',
      '\u2019',
      '\u201a',
      '\u201b',
      '\u201c',
      '\u201d',
      '`',
      '\\',
      '\n',
      '%',
      '-',
    ),
    fc.constantFrom('$(calc)', '; calc', '& calc', '| calc', '@(calc)', '#'),
    fc.string({ unit: 'binary', maxLength: 4 }),
  ),
  { maxLength: 6 },
);

test('PowerShell executes nothing of a line for a POSIX shell', () => {
  fc.assert(
    fc.property(parts, (all) => {
      expect(outsideQuotes(shellQuote(all.join('')))).toMatch(/^[\w@%+=:,./ -]*$/);
    }),
    { numRuns: 2000 },
  );
});

test('the parser detects text that escapes its quotes', () => {
  expect(outsideQuotes(`'it'\\''s $(calc)'`)).toContain('$(calc)');
  expect(outsideQuotes(`'it\u2019s $(calc)'`)).toContain('$(calc)');
  expect(outsideQuotes(`"it's $(calc)"`)).toContain('$');
});
