import { describe, expect, it } from 'vitest';
import { LineCounter, parseDocument } from 'yaml';
import { locate, positionAt } from '../../src/scenario/locate.js';

const TEXT = `title: A
steps:
  - work: { for: 3s }
  - ask:
      message: Why?
"a/b~c": 1
`;

/** The place of a pointer, as `line:column text`. */
function placeOf(pointer: string, text = TEXT): string {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const offset = locate(document, pointer);
  const { line, column } = positionAt(lines, offset);
  return `${line}:${column} ${text.slice(offset).split('\n', 1)[0]}`;
}

describe('a pointer leads', () => {
  it.each([
    ['', '1:1 title: A'],
    ['/title', '1:1 title: A'],
    ['/steps', '2:1 steps:'],
    ['/steps/0', '3:5 work: { for: 3s }'],
    ['/steps/0/work/for', '3:13 for: 3s }'],
    ['/steps/1/ask/message', '5:7 message: Why?'],
    ['/a~1b~0c', '6:1 "a/b~c": 1'],
  ])('%s to its key or entry', (pointer, place) => {
    expect(placeOf(pointer)).toBe(place);
  });

  it.each([
    ['/seed', '1:1 title: A'],
    ['/steps/9', '2:1 steps:'],
    ['/steps/0/work/tokens', '3:5 work: { for: 3s }'],
    ['/title/deeper/still', '1:1 title: A'],
  ])('%s, which is absent, to the nearest node around it', (pointer, place) => {
    expect(placeOf(pointer)).toBe(place);
  });

  it('into an empty text to the start', () => {
    expect(placeOf('/title', '')).toBe('1:1 ');
  });
});
