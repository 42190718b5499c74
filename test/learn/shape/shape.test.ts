import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import fc, { cases } from '../../fast-check.js';
import { schemaOf, schemaText } from '../../../src/learn/shape/schema.js';
import type { SamplingPolicy } from '../../../src/learn/shape/sampling-policy.js';
import { addValue, maxDepth, maxFields, newShape } from '../../../src/learn/shape/shape.js';

const policy: SamplingPolicy = {
  showsStrings: true,
  redact: (text) => text.replaceAll('secret', '[redacted]'),
};

function shapeOf(...values: readonly unknown[]) {
  const shape = newShape();
  for (const value of values) addValue(shape, value, policy);
  return shape;
}

const schema = (...values: readonly unknown[]) => schemaOf(shapeOf(...values));

describe('objects', () => {
  test('a field in every object is required', () => {
    expect(schema({ a: 1, b: 2 }, { a: 3 })).toMatchObject({
      type: 'object',
      required: ['a'],
      properties: { b: { type: 'integer' } },
    });
  });

  test('objects without a common field are two shapes, each with its count', () => {
    expect(schema({ error: 'x' }, { code: 1 }, { error: 'y' }).anyOf).toMatchObject([
      { properties: { error: {} }, 'x-observed': { count: 2 } },
      { properties: { code: {} }, 'x-observed': { count: 1 } },
    ]);
  });

  test('an object with fields of two shapes joins them, in any order', () => {
    for (const values of [
      [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
      [{ a: 1, b: 1 }, { b: 1 }, { a: 1 }],
    ])
      expect(schema(...values)).toMatchObject({ type: 'object', properties: { a: {}, b: {} } });
  });

  test('objects under their own ids are a map', () => {
    const found = schema({ t1: { id: 't1', n: 1 }, t2: { id: 't2', n: 2 } }, { t3: { id: 't3', n: 3 } });
    expect(found).toMatchObject({
      type: 'object',
      additionalProperties: { type: 'object', required: ['id', 'n'] },
    });
  });

  test('a field named __proto__ is an ordinary field', () => {
    expect(Object.keys(schema(JSON.parse('{"__proto__":{"a":1}}')).properties ?? {})).toEqual(['__proto__']);
  });
});

describe('strings', () => {
  test('have a format only when all strings have it', () => {
    expect(schema('2026-01-15T09:30:12.000Z', '2026-01-15T09:30:12Z')).toMatchObject({ format: 'date-time' });
    expect(schema('2026-01-15T09:30:12.000Z', 'yesterday')).not.toHaveProperty('format');
    expect(schema('0b9f3c1e-6a7d-4f52-9d43-2f4f0e1f7a10')).toMatchObject({ format: 'uuid' });
  });

  test('are listed as code words only in fields for code words', () => {
    expect(schema({ code: 'E2', name: 'Pitch' }, { code: 'E1', name: 'Pitch' }).properties).toMatchObject({
      code: { enum: ['E1', 'E2'] },
      name: expect.not.objectContaining({ enum: expect.anything() }),
    });
  });

  test('are not code words when there are many', () => {
    const values = Array.from({ length: 13 }, (_, index) => ({ code: `E${index}` }));
    expect(schema(...values).properties?.['code']).not.toHaveProperty('enum');
  });

  test('have a short example without secrets', () => {
    const [example] = schema(`secret ${'x'.repeat(500)}`).examples ?? [];
    expect(example).toMatch(/^\[redacted\] x+…$/);
    expect(String(example).length).toBeLessThan(100);
  });

  test('of customers are not examples', () => {
    const shape = newShape();
    addValue(shape, { title: 'Our secret plan' }, { ...policy, showsStrings: false });
    expect(JSON.stringify(schemaOf(shape))).not.toContain('plan');
  });
});

test('null makes one type nullable, and is an alternative beside two types', () => {
  expect(schema('a', null)).toMatchObject({ type: ['string', 'null'] });
  expect(schema('a', null, 1).anyOf).toHaveLength(3);
});

test('a fraction among whole numbers makes the type number', () => {
  expect(schema(1, 2)).toMatchObject({ type: 'integer' });
  expect(schema(1, 2.5)).toMatchObject({ type: 'number' });
});

test('the items of all arrays have one shape, and empty arrays have no items', () => {
  expect(schema([1], ['a'], []).items?.anyOf).toHaveLength(2);
  expect(schema([])).toEqual({ type: 'array' });
});

test('a shape has a readable text', () => {
  expect(
    schemaText(
      schema([
        { id: 'a', tags: ['x'], note: null },
        { id: 'b', tags: [] },
      ]),
    ),
  ).toBe('[ { id: string, tags: [ string ], note?: null } ]');
});

test('depth and width are bounded', () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 500; level++) deep = [deep];
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field ${index}`, index]));
  expect(JSON.stringify(schema(deep)).split('items')).toHaveLength(maxDepth + 2);
  expect(Object.keys(schema(wide).properties ?? {})).toHaveLength(maxFields);
});

test('every value matches the schema of its shape', () => {
  // Without ownProperties, Ajv finds inherited fields such as `valueOf`.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true });
  const value = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 12 }), (values) => {
      const validate = ajv.compile(schema(...values) as object);
      for (const each of values) expect(validate(each), JSON.stringify(validate.errors)).toBe(true);
    }),
    cases(60),
  );
});
