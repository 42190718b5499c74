import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { validateSchema, type JsonSchemas } from '../../src/base/json-schema.js';
import type { JsonSchema } from '../../src/base/schema-messages.js';
import fc from '../fast-check.js';

const getErrors = (schema: JsonSchema, value: unknown, others: JsonSchemas = {}) =>
  validateSchema({ ...others, Thing: schema }, 'Thing', value);
const texts = (...of: Parameters<typeof getErrors>) =>
  getErrors(...of).map(({ pointer, detail }) => `${pointer} ${detail}`.trim());

describe('the message of an error', () => {
  const time = { type: 'string', pattern: '^\\d+s$', description: 'A time such as 3s. Never negative.' };
  const step = { type: 'object', properties: { go: {}, stall: {} }, minProperties: 1, maxProperties: 1 };
  const field = { type: 'object', properties: { slides: {}, tokens: {} }, additionalProperties: false };
  it.each<[JsonSchema, unknown, string]>([
    [{ type: 'string' }, 5, 'must be a string'],
    [{ type: ['object', 'null'] }, [], 'must be an object or null'],
    [{ type: 'string', enum: ['a', 'b'] }, 5, 'must be one of a, b'],
    [{ const: 'a' }, 'b', 'must be a'],
    [{ type: 'string', maxLength: 2 }, '🛶🛶🛶', 'must have at most 2 characters'],
    [{ type: 'array', minItems: 2 }, [], 'must have at least 2 entries'],
    [{ type: 'array', uniqueItems: true }, ['a', 'b', 'a'], '/2 must be unique'],
    [{ minimum: 2 }, 1, 'must be at least 2'],
    [time, '3', 'must be a time such as 3s'],
    [{ type: 'string', pattern: '^x$' }, '', 'must match the pattern ^x$'],
    [step, {}, 'must have exactly 1 of the fields go, stall'],
    [{ type: 'object', required: ['a/b'] }, {}, '/a~1b is required'],
    [
      field,
      { 'slide~/': 1 },
      '/slide~0~1 is not a known field; known fields are slides, tokens (did you mean slides?)',
    ],
  ])('of %j for %j', (schema, value, text) => {
    expect(texts(schema, value)).toEqual(text === '' ? [] : [text]);
  });
});

describe('a choice', () => {
  const branch = (kind: string, name: string): JsonSchema => ({
    type: 'object',
    required: ['kind', name],
    properties: { kind: { const: kind }, [name]: { type: 'string' } },
  });
  const byProperty: JsonSchema = {
    oneOf: [{ $ref: 'A' }, { $ref: 'B' }],
    discriminator: { propertyName: 'kind', mapping: { a: 'A', b: 'B' } },
  };
  const byType: JsonSchema = {
    oneOf: [{ type: 'integer', maximum: 9 }, { type: 'array', items: { type: 'string' } }, { $ref: 'Word' }],
  };
  const others = {
    A: branch('a', 'left'),
    B: branch('b', 'right'),
    Word: { type: 'string', enum: ['x', 'y'] },
  };
  it.each<[JsonSchema, unknown, string[]]>([
    [byProperty, { kind: 'b' }, ['/right is required']],
    [byProperty, {}, ['/kind is required and must be one of a, b']],
    [byType, 10, ['must be at most 9']],
    [byType, ['a', 5], ['/1 must be a string']],
    [byType, true, ['must be a whole number, an array or one of x, y']],
  ])('%j has only the errors of one branch: %j', (schema, value, expected) => {
    expect(texts(schema, value, others)).toEqual(expected);
  });
});

describe('errors', () => {
  it('are listed once, and at most a hundred', () => {
    const twice: JsonSchema = { allOf: [{ type: 'string' }, { type: 'string' }] };
    expect(getErrors(twice, 5)).toHaveLength(1);
    const many = Array.from({ length: 100_000 }, () => 5);
    expect(getErrors({ type: 'array', items: { type: 'string' } }, many)).toHaveLength(100);
    const named = Object.fromEntries(many.map((five, index) => [`f${index}`, five]));
    expect(getErrors({ type: 'object', additionalProperties: false }, named)).toHaveLength(100);
  });
});

describe('any schema', () => {
  const leaf = fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'null', 'object', 'array') }),
    fc.record({
      type: fc.constant('string'),
      minLength: fc.nat(2),
      maxLength: fc.integer({ min: 2, max: 4 }),
    }),
    fc.record({ type: fc.constant('string'), pattern: fc.constantFrom('^a', 'b$', '^\\d+$') }),
    fc.record({ type: fc.constant('number'), minimum: fc.nat(2), multipleOf: fc.constant(1) }),
    fc.record({ enum: fc.constant(['a', 1, null]) }),
    fc.record({ const: fc.constantFrom('a', 1) }),
  );
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      fc.record(
        {
          type: fc.constant('object'),
          required: fc.constantFrom(['a'], ['a', 'b']),
          properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema')),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          minProperties: fc.nat(2),
        },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { type: fc.constant('array'), items: tie('schema'), minItems: fc.nat(2), uniqueItems: fc.boolean() },
        { requiredKeys: ['type'] },
      ),
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    ),
  }));
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom('a', 'ab', '12', '', 'aaaaa', 0, 1, 1.5, -1, null, true),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
      fc.array(fc.oneof(fc.constantFrom('a', 1, null), tie('value')), { maxLength: 3 }),
    ),
  }));

  it('gets the verdict of Ajv', () => {
    const ajv = new Ajv2020({ strict: false });
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 5, maxLength: 10 }), (one, values) => {
        const validate = ajv.compile(one);
        for (const each of values) expect(getErrors(one, each).length === 0).toBe(validate(each));
      }),
    );
  });
});
