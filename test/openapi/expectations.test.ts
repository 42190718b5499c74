import { describe, expect, it } from 'vitest';
import type { SchemaObject } from '../../openapi/document/schema.js';
import { compiled, ref } from './compiled.js';

const faultsOf = async (schema: SchemaObject, value: unknown) =>
  (await compiled({ Thing: schema }, 'Thing'))(value);
const expected = async (schema: SchemaObject, value: unknown) =>
  (await faultsOf(schema, value)).map((fault) => fault.expected);

describe('the message of a fault', () => {
  it.each<[SchemaObject, unknown, string]>([
    [{ type: 'string' }, 5, 'must be a string'],
    [{ type: 'integer' }, 1.5, 'must be a whole number'],
    [{ type: 'boolean' }, 'yes', 'must be true or false'],
    [{ type: ['object', 'null'] }, [], 'must be an object or null'],
    [{ type: 'string', enum: ['a', 'b'] }, 'c', 'must be one of a, b'],
    [{ type: 'string', enum: ['a', 'b'] }, 5, 'must be one of a, b'],
    [{ const: 'a' }, 'b', 'must be a'],
    [{ type: 'string', minLength: 1 }, '', 'must have at least 1 character'],
    [{ type: 'string', maxLength: 2 }, 'abc', 'must have at most 2 characters'],
    [{ type: 'array', minItems: 2 }, [], 'must have at least 2 entries'],
    [{ type: 'array', maxItems: 1 }, [1, 2], 'must have at most 1 entry'],
    [{ type: 'number', minimum: 2 }, 1, 'must be at least 2'],
    [{ type: 'number', exclusiveMinimum: 0 }, 0, 'must be more than 0'],
    [{ type: 'number', maximum: 2 }, 3, 'must be at most 2'],
    [{ type: 'number', multipleOf: 1 }, 1.5, 'must be a whole number'],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 field'],
  ])('of %j is said in English', async (schema, value, phrase) => {
    expect(await expected(schema, value)).toEqual([phrase]);
  });

  it('has the description of a pattern, or else the pattern', async () => {
    const time = { type: 'string', pattern: '^\\d+s$', description: 'A time such as 3s. Never negative.' };
    expect(await expected(time, '3')).toEqual(['must be a time such as 3s']);
    expect(await expected(time, 3)).toEqual(['must be a time such as 3s']);
    expect(await expected({ type: 'string', pattern: '^x$' }, '')).toEqual(['must match the pattern ^x$']);
  });

  it('has the description of the whole for a pattern in a part', async () => {
    const moment = { description: 'A moment.', allOf: [{ type: 'string', pattern: 'Z$' }] };
    expect(await expected(moment, '2026')).toEqual(['must be a moment']);
  });

  it('lists the fields when exactly one is allowed', async () => {
    const step = { type: 'object', properties: { go: {}, stay: {} }, minProperties: 1, maxProperties: 1 };
    expect(await expected(step, {})).toEqual(['must have exactly 1 of the fields go, stay']);
    expect(await expected({ ...step, minProperties: 0 }, { go: 1, stay: 1 })).toEqual([
      'must have at most 1 of the fields go, stay',
    ]);
  });
});

describe('the pointer of a fault', () => {
  it('names a missing field', async () => {
    expect(await faultsOf({ type: 'object', required: ['a/b'] }, {})).toEqual([
      { pointer: '/a~1b', keyword: 'required', expected: 'is required' },
    ]);
  });

  it('names an unknown field, and the message suggests a known one', async () => {
    const schema = { type: 'object', properties: { slides: {}, tokens: {} }, additionalProperties: false };
    expect(await faultsOf(schema, { 'slide~/': 1 })).toEqual([
      {
        pointer: '/slide~0~1',
        keyword: 'additionalProperties',
        expected: 'is not a field here; known fields are slides, tokens (did you mean slides?)',
      },
    ]);
  });

  it('names a repeated entry', async () => {
    const schemas = {
      Thing: { type: 'array', uniqueItems: true, items: ref('Word') },
      Word: { type: 'string', enum: ['a', 'b'] },
    };
    const validate = await compiled(schemas, 'Thing');
    expect(validate(['a', 'b', 'a'])).toEqual([
      { pointer: '/2', keyword: 'uniqueItems', expected: 'must not be listed twice' },
    ]);
  });

  it('is escaped', async () => {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    expect(await faultsOf(schema, { '~/': 5 })).toEqual([expect.objectContaining({ pointer: '/~0~1' })]);
  });
});
