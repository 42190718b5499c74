import { stripVTControlCharacters } from 'node:util';
import fc from '../../fast-check.js';
import { expect, test } from 'vitest';
import { wrapLine } from '../../../src/base/text/wrap.js';

test('a long line continues below its text', () => {
  expect(wrapLine('  ?  6s  ask: Who is the audience of this deck?', 9, 30)).toBe(
    ['  ?  6s  ask: Who is the', '         audience of this', '         deck?'].join('\n'),
  );
});

test('colours have no width', () => {
  const line = '  \u001b[33mawaiting_input\u001b[39m  Who is it for?';
  expect(wrapLine(line, 4, 32)).toBe(line);
  expect(stripVTControlCharacters(wrapLine(line, 4, 31))).toBe('  awaiting_input  Who is it\n    for?');
});

test('no line is too long unless a single word is, and no word is lost', () => {
  const word = fc.stringMatching(/^[a-z]{1,20}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), fc.integer({ min: 40, max: 90 }), (words, columns) => {
      const lines = wrapLine(`  ${words.join(' ')}`, 6, columns).split('\n');
      for (const line of lines) expect(line.length).toBeLessThanOrEqual(columns);
      expect(lines.flatMap((line) => line.trim().split(' '))).toEqual(words);
    }),
  );
});
