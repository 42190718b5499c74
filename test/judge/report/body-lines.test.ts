import { expect, test } from 'vitest';
import { splitBody } from '../../../src/judge/report/body-lines.js';

const formatBody = (text: string): readonly string[] => splitBody(text).map((line) => line.text);

const bare = (text: string): string => text.replace(/\s/g, '');

test.each([
  '[]',
  '[[],{},[{}],"",null,true,-1.5e-7]',
  // Exactly as sent: figures keep their digits, and a name can occur twice.
  '{"tokens_used":12345678901234567890.10,"a":1,"a":2,"quoted \\"name\\"":"C:\\\\"}',
  // Cut.
  '{"sections":[{"title":"Harb… (4000 characters)',
  '['.repeat(100),
])('the whole of %s is shown', (text) => {
  expect(bare(formatBody(text).join('\n'))).toBe(bare(text));
});

test('JSON has a line for each field, and any other text keeps its lines', () => {
  expect(formatBody('{"a":1,"b":[true]}')).toEqual(['{', '  "a": 1,', '  "b": [', '    true', '  ]', '}']);
  for (const text of ['', 'null', '<html>\n</html>']) expect(formatBody(text)).toEqual(text.split('\n'));
});

test('an empty object or list has no line of its own', () => {
  expect(formatBody('{"a":{},"b":[]}')).toEqual(['{', '  "a": {},', '  "b": []', '}']);
});

test('each line has the path of the field or item that starts in it', () => {
  const lines = splitBody('{"a":[{"b":1},2],"a.b":"}"}');
  expect(lines.map(({ path }) => path.join('/'))).toEqual([
    '',
    'a',
    'a/0',
    'a/0/b',
    'a/0',
    'a/1',
    'a',
    'a.b',
    '',
  ]);
});

test('what is nested deeper than a hundred levels is left out, and marked', () => {
  const lines = formatBody('['.repeat(1_000_000));
  expect(lines.length).toBeLessThan(200);
  expect(lines.at(-1)?.trim()).toBe('…');
});
