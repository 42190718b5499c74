import { describe, expect, it } from 'vitest';
import { documented, full } from '../../openapi/generate/profiles.js';
import type { Schema } from '../../openapi/schema.js';

const named = (name: string): Schema => ({ type: 'object', properties: { [name]: { type: 'string' } } });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

describe('the documented profile', () => {
  it.each<[string, Schema, Schema]>([
    ['accepts any value for an assumed schema', { type: 'object', 'x-assumed': 'why' }, true],
    [
      'accepts any value for an assumed property, also with a reference',
      {
        properties: { a: { type: 'string', 'x-assumed': 'why' }, b: { $ref: '#/x', 'x-assumed': 'why' } },
      },
      { properties: { a: true, b: true } },
    ],
    [
      'removes assumed keywords at any depth, and keeps the others',
      { items: { allOf: [{ pattern: 'x', maximum: 3, 'x-assumed': { maximum: 'why' } }] } },
      { items: { allOf: [{ pattern: 'x', 'x-assumed': { maximum: 'why' } }] } },
    ],
    [
      'opens objects',
      { additionalProperties: false, allOf: [{ additionalProperties: false }] },
      { allOf: [{}] },
    ],
    [
      'keeps a documented schema for additional properties',
      { additionalProperties: { type: 'string' } },
      { additionalProperties: { type: 'string' } },
    ],
    [
      'does not require assumed fields',
      { required: ['a', 'b'], properties: { a: {}, b: { 'x-assumed': 'why' } } },
      { required: ['a'], properties: { a: {}, b: true } },
    ],
    [
      'does not confuse a property with a keyword of the same name',
      { properties: { items: { type: 'string' }, 'x-assumed': { type: 'string' } } },
      { properties: { items: { type: 'string' }, 'x-assumed': { type: 'string' } } },
    ],
  ])('%s', (_, schema, expected) => {
    expect(documented({ Thing: schema })).toEqual({ Thing: expected });
  });
});

describe('the full profile', () => {
  const answer = (Answer: Schema) => full({ Answer }, { requests: [], responses: ['Answer'] })['Answer'];

  it('closes the objects of responses at any depth, and leaves requests open', () => {
    const schemas = {
      Question: named('a'),
      Answer: { type: 'object', properties: { list: { type: 'array', items: ref('Entry') } } },
      Entry: named('a'),
    };
    const result = full(schemas, { requests: ['Question'], responses: ['Answer'] });
    expect(result['Question']).toBe(schemas.Question);
    expect(result['Answer']).toMatchObject({ additionalProperties: false });
    expect(result['Entry']).toMatchObject({ additionalProperties: false });
  });

  it('keeps explicit rules for additional properties', () => {
    const additionalProperties = { type: 'number' };
    expect(answer({ ...(named('a') as object), additionalProperties })).toMatchObject({
      additionalProperties,
    });
  });

  it('refuses an object with fields in several parts', () => {
    expect(() => answer({ ...(named('a') as object), allOf: [named('b')] })).toThrow('several parts');
  });

  it('refuses a schema that requests and responses share', () => {
    const schemas = { Question: ref('Shared'), Answer: ref('Shared'), Shared: named('a') };
    expect(() => full(schemas, { requests: ['Question'], responses: ['Answer'] })).toThrow('Shared');
  });
});
