import { expect, test } from 'vitest';
import { sourceLine } from '../../../src/base/text/source-line.js';

test('shows the line of a mistake with a caret below its column', () => {
  const text = 'title: Mine\r\nsteps:\r\n  - work: { for: 5x }\r\n';
  expect(sourceLine(text, { line: 3, column: 18 })).toBe(
    ['  3 |   - work: { for: 5x }', '    |                  ^'].join('\n'),
  );
  expect(sourceLine(text, { line: 9, column: 1 })).toBeUndefined();
});

test('cuts a long line around the column, and shows no control characters', () => {
  const shown = sourceLine(`${'a'.repeat(500)}\u001b[31mX\tb`, { line: 1, column: 506 });
  const [line = '', caret = ''] = shown?.split('\n') ?? [];
  expect(line.length).toBeLessThan(140);
  expect(line).not.toContain('\u001b');
  expect(caret.endsWith('^')).toBe(true);
});
