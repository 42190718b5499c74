import { expect, test } from 'vitest';
import { formatBody } from '../../../src/judge/render/rule-section.js';

const bare = (text: string): string => text.replace(/\s/g, '');

test.each([
  '[]',
  '[[],{},[{}],"",null,true,-1.5e-7]',
  // Exactly as sent: figures keep their digits, and a name can occur twice.
  '{"tokens_used":12345678901234567890.10,"a":1,"a":2,"quoted \\"name\\"":"C:\\\\"}',
  // Cut.
  '{"sections":[{"title":"Harb… (4000 characters)',
  '['.repeat(4000),
])('the whole of %s is shown', (text) => {
  expect(bare(formatBody(text).join('\n'))).toBe(bare(text));
});

test('JSON has a line for each field, and any other text is one line', () => {
  expect(formatBody('{"a":1,"b":[true]}')).toEqual(['{', '  "a": 1,', '  "b": [', '    true', '  ]', '}']);
  for (const text of ['', 'null', '<html>\n</html>']) expect(formatBody(text)).toEqual([text]);
});
