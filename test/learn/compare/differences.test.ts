import { expect, test } from 'vitest';
import { differences } from '../../../src/learn/compare/differences.js';
import type { Schema } from '../../../src/learn/shape/schema.js';

const text: Schema = { type: 'string' };
const object = (
  properties: Readonly<Record<string, Schema>>,
  required = Object.keys(properties),
): Schema => ({
  type: 'object',
  required,
  properties,
});

const messages = (before: Schema, now: Schema) =>
  differences(before, now).map(({ path, message }) => `${path} ${message}`.trim());

test.each<[string, Schema, Schema, readonly string[]]>([
  ['the same', object({ a: text }), object({ a: text }), []],
  ['a field that was there now and then', object({ a: text, b: text }, ['a']), object({ a: text }), []],
  ['a field that is gone', object({ a: text, b: text }), object({ a: text }), ['b is gone']],
  [
    'a field that comes and goes',
    object({ a: text }),
    object({ a: text }, []),
    ['a is not always there any more'],
  ],
  ['a new field', object({ a: text }), object({ a: text, c: text }), ['c is new']],
  [
    'another kind',
    { type: 'array', items: text },
    { type: 'array', items: { type: 'integer' } },
    ['* is integer, which was never seen; seen was text'],
  ],
  [
    'a code that is new',
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
    ['is "b", which was never seen; seen were "a"'],
  ],
  ['fractions', { type: 'integer' }, { type: 'number' }, ['has fractions, which were never seen']],
  ['whole numbers where fractions were seen', { type: 'number' }, { type: 'integer' }, []],
  ['one of several shapes', { anyOf: [object({ a: text }), object({ b: text })] }, object({ b: text }), []],
  ['null where it was seen', { type: ['string', 'null'] }, { type: 'null' }, []],
  [
    'null where it was not',
    text,
    { type: ['string', 'null'] },
    ['is null, which was never seen; seen was text'],
  ],
])('%s', (_, before, now, expected) => {
  expect(messages(before, now)).toEqual(expected);
});
