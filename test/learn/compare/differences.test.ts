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
  ['a field that was optional', object({ a: text, b: text }, ['a']), object({ a: text }), []],
  ['a missing field', object({ a: text, b: text }), object({ a: text }), ['b is missing']],
  [
    'a field that is sometimes missing',
    object({ a: text }),
    object({ a: text }, []),
    ['a is sometimes missing'],
  ],
  ['a new field', object({ a: text }), object({ a: text, c: text }), ['c is new']],
  [
    'another type',
    { type: 'array', items: text },
    { type: 'array', items: { type: 'integer' } },
    ['* is integer, but was always string'],
  ],
  [
    'a new code word',
    { ...text, enum: ['a'] },
    { ...text, enum: ['a', 'b'] },
    ['is "b", but was always one of "a"'],
  ],
  ['fractions', { type: 'integer' }, { type: 'number' }, ['has fractions, but was always a whole number']],
  ['whole numbers after fractions', { type: 'number' }, { type: 'integer' }, []],
  ['one of several shapes', { anyOf: [object({ a: text }), object({ b: text })] }, object({ b: text }), []],
  ['null where it was possible', { type: ['string', 'null'] }, { type: 'null' }, []],
  ['null where it was not possible', text, { type: ['string', 'null'] }, ['is null, but was always string']],
])('%s', (_, before, now, expected) => {
  expect(messages(before, now)).toEqual(expected);
});
