import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import fc, { cases } from '../../fast-check.js';
import { schemaOf, schemaText } from '../../../src/learn/shape/schema.js';
import type { Look } from '../../../src/learn/shape/look.js';
import { deepest, mostFields, newShape, see } from '../../../src/learn/shape/shape.js';

const look: Look = { texts: true, redact: (text) => text.replaceAll('secret', '[redacted]') };

function shapeOf(...values: readonly unknown[]) {
  const shape = newShape();
  for (const value of values) see(shape, value, look);
  return shape;
}

const schema = (...values: readonly unknown[]) => schemaOf(shapeOf(...values));

describe('objects', () => {
  test('a field that is always there is required', () => {
    expect(schema({ a: 1, b: 2 }, { a: 3 })).toMatchObject({
      type: 'object',
      required: ['a'],
      properties: { b: { type: 'integer' } },
    });
  });

  test('objects that share no field are two shapes, with how often each was seen', () => {
    expect(schema({ error: 'x' }, { code: 1 }, { error: 'y' }).anyOf).toMatchObject([
      { properties: { error: {} }, 'x-observed': { count: 2 } },
      { properties: { code: {} }, 'x-observed': { count: 1 } },
    ]);
  });

  test('an object that shares fields with both makes them one, in whatever order they come', () => {
    for (const values of [
      [{ a: 1 }, { b: 1 }, { a: 1, b: 1 }],
      [{ a: 1, b: 1 }, { b: 1 }, { a: 1 }],
    ])
      expect(schema(...values)).toMatchObject({ type: 'object', properties: { a: {}, b: {} } });
  });

  test('objects under their own names are a map', () => {
    const found = schema({ t1: { id: 't1', n: 1 }, t2: { id: 't2', n: 2 } }, { t3: { id: 't3', n: 3 } });
    expect(found).toMatchObject({
      type: 'object',
      additionalProperties: { type: 'object', required: ['id', 'n'] },
    });
  });

  test('a field named __proto__ is a field', () => {
    expect(Object.keys(schema(JSON.parse('{"__proto__":{"a":1}}')).properties ?? {})).toEqual(['__proto__']);
  });
});

describe('texts', () => {
  test('a format is one that all have', () => {
    expect(schema('2026-01-15T09:30:12.000Z', '2026-01-15T09:30:12Z')).toMatchObject({ format: 'date-time' });
    expect(schema('2026-01-15T09:30:12.000Z', 'yesterday')).not.toHaveProperty('format');
    expect(schema('0b9f3c1e-6a7d-4f52-9d43-2f4f0e1f7a10')).toMatchObject({ format: 'uuid' });
  });

  test('code words of a field for such are listed, other texts are not', () => {
    expect(schema({ code: 'E2', name: 'Pitch' }, { code: 'E1', name: 'Pitch' }).properties).toMatchObject({
      code: { enum: ['E1', 'E2'] },
      name: expect.not.objectContaining({ enum: expect.anything() }),
    });
  });

  test('many different code words are no list', () => {
    const values = Array.from({ length: 13 }, (_, index) => ({ code: `E${index}` }));
    expect(schema(...values).properties?.['code']).not.toHaveProperty('enum');
  });

  test('an example is short and without the secret', () => {
    const [example] = schema(`secret ${'x'.repeat(500)}`).examples ?? [];
    expect(example).toMatch(/^\[redacted\] x+…$/);
    expect(String(example).length).toBeLessThan(100);
  });

  test('customers’ words are no examples', () => {
    const shape = newShape();
    see(shape, { title: 'Our secret plan' }, { ...look, texts: false });
    expect(JSON.stringify(schemaOf(shape))).not.toContain('plan');
  });
});

test('null beside one kind makes that nullable, beside two an alternative', () => {
  expect(schema('a', null)).toMatchObject({ type: ['string', 'null'] });
  expect(schema('a', null, 1).anyOf).toHaveLength(3);
});

test('whole numbers and fractions are numbers', () => {
  expect(schema(1, 2)).toMatchObject({ type: 'integer' });
  expect(schema(1, 2.5)).toMatchObject({ type: 'number' });
});

test('the items of all arrays are one shape; of empty ones nothing is known', () => {
  expect(schema([1], ['a'], []).items?.anyOf).toHaveLength(2);
  expect(schema([])).toEqual({ type: 'array' });
});

test('a shape reads as a person writes it', () => {
  expect(
    schemaText(
      schema([
        { id: 'a', tags: ['x'], note: null },
        { id: 'b', tags: [] },
      ]),
    ),
  ).toBe('[ { id: text, tags: [ text ], note?: null } ]');
});

test('neither depth nor width makes it grow without bounds', () => {
  let deep: unknown = 'bottom';
  for (let level = 0; level < 500; level++) deep = [deep];
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field ${index}`, index]));
  expect(JSON.stringify(schema(deep)).split('items')).toHaveLength(deepest + 2);
  expect(Object.keys(schema(wide).properties ?? {})).toHaveLength(mostFields);
});

test('every value matches the schema of a shape it was seen for', () => {
  // A field may be named `valueOf`: only an object's own are meant.
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
