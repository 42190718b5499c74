import { describe, expect, it } from 'vitest';
import { placeInYaml } from '../../../src/panel/editor/place-in-yaml.js';

/** The place of the cursor, which is marked with `|`. */
function at(marked: string) {
  const offset = marked.indexOf('|');
  const place = placeInYaml(marked.replace('|', ''), offset);
  return (
    place && {
      path: place.path.join('.'),
      isValue: place.isValue,
      word: place.word,
      siblings: place.siblings,
    }
  );
}

describe('a field is expected', () => {
  it.each([
    ['at the start', '|', '', '', []],
    ['between others', 'title: T\nde|\nsteps: []\n', '', 'de', ['steps', 'title']],
    ['below a field', 'match:\n  pro|', 'match', 'pro', []],
    ['after another below a field', 'match:\n  prompt: x\n  te|', 'match', 'te', ['prompt']],
    ['in an entry of a list', 'steps:\n  - wo|', 'steps.[]', 'wo', []],
    ['in an entry of a list that is not indented', 'steps:\n- wo|', 'steps.[]', 'wo', []],
    ['in a later entry', 'steps:\n  - work: { for: 1s }\n  - |', 'steps.[]', '', []],
    ['after another of an entry', 'faults:\n  - on: x\n    la|', 'faults.[]', 'la', ['on']],
    ['before another of an entry', 'faults:\n  - la|\n    on: x\n', 'faults.[]', 'la', ['on']],
    ['below a field of an entry', 'steps:\n  - work:\n      fo|', 'steps.[].work', 'fo', []],
    ['after a blank line', 'steps:\n\n  - work:\n\n      fo|', 'steps.[].work', 'fo', []],
    ['within braces', 'steps:\n  - work: { for: 5s, sl|', 'steps.[].work', 'sl', ['for']],
    ['within braces within braces', 'faults:\n  - { on: x, answer: { st|', 'faults.[].answer', 'st', []],
    [
      'after a list between brackets',
      'faults:\n  - answer: { x: [1, 2], st|',
      'faults.[].answer',
      'st',
      ['x'],
    ],
  ])('%s', (_where, text, path, word, siblings) => {
    expect(at(text)).toEqual({ path, isValue: false, word, siblings });
  });
});

describe('a value is expected', () => {
  it.each([
    ['after a field', 'workspace:\n  plan: fr|', 'workspace.plan', 'fr'],
    ['after a field of an entry', 'faults:\n  - on: get|', 'faults.[].on', 'get'],
    ['within braces', 'steps:\n  - ask: { message: x, otherwise: |', 'steps.[].ask.otherwise', ''],
    ['within brackets', 'faults:\n  - on: [listTemplates, |', 'faults.[].on.[]', ''],
  ])('%s', (_where, text, path, word) => {
    expect(at(text)).toEqual({ path, isValue: true, word, siblings: [] });
  });
});

it.each([
  ['a comment', 'title: T # ti|'],
  ['quotes', 'steps:\n  - ask: { message: "wh|'],
  ['the middle of words', 'title: some words th|'],
  ['a word after others', 'steps\n  work and fo|'],
])('no field and no value is expected in %s', (_where, text) => {
  expect(at(text)).toBeUndefined();
});

it('no text causes an error or an endless loop', () => {
  for (const text of ['- - - -', '{{{[', '\t:', ':', '- :', 'a: {b: ', '"', '---\n', '\r\n a', '- ? x: ['])
    for (let offset = 0; offset <= text.length; offset += 1) placeInYaml(text, offset);
});
