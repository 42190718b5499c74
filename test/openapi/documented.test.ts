import { describe, expect, it } from 'vitest';
import { documented } from '../../openapi/document/documented.js';

describe('the documented profile', () => {
  it('accepts any value for an assumed schema', () => {
    expect(documented({ Thing: { type: 'object', 'x-assumed': 'why' } })).toEqual({ Thing: true });
  });

  it('accepts any value for an assumed property, also with a reference', () => {
    const Thing = {
      type: 'object',
      properties: { a: { type: 'string', 'x-assumed': 'why' }, b: { $ref: '#/x', 'x-assumed': 'why' } },
    };
    expect(documented({ Thing })).toEqual({ Thing: { type: 'object', properties: { a: true, b: true } } });
  });

  it('removes assumed keywords and keeps the others', () => {
    const Thing = { type: 'string', minLength: 1, pattern: 'x', 'x-assumed': { minLength: 'why' } };
    expect(documented({ Thing })).toEqual({ Thing: expect.not.objectContaining({ minLength: 1 }) });
    expect(documented({ Thing })).toMatchObject({ Thing: { type: 'string', pattern: 'x' } });
  });

  it('removes assumptions at any depth', () => {
    const deep = {
      items: { allOf: [{ maximum: 3, 'x-assumed': { maximum: 'why' } }, { 'x-assumed': 'why' }] },
    };
    expect(documented({ Thing: deep })).toMatchObject({ Thing: { items: { allOf: [{}, true] } } });
    expect(JSON.stringify(documented({ Thing: deep }))).not.toContain('"maximum":3');
  });

  it('opens objects', () => {
    const Thing = { additionalProperties: false, allOf: [{ unevaluatedProperties: false }] };
    expect(documented({ Thing })).toEqual({ Thing: { allOf: [{}] } });
  });

  it('keeps a documented schema for additional properties', () => {
    const Thing = { additionalProperties: { type: 'string' } };
    expect(documented({ Thing })).toEqual({ Thing });
  });

  it('does not require assumed fields', () => {
    const Thing = {
      required: ['a', 'b'],
      properties: { a: { type: 'string' }, b: { type: 'string', 'x-assumed': 'why' } },
    };
    expect(documented({ Thing })).toMatchObject({ Thing: { required: ['a'] } });
  });

  it('turns oneOf into anyOf, because branches can overlap without assumptions', () => {
    const Thing = {
      oneOf: [{ type: 'number' }, { type: 'number', minimum: 3, 'x-assumed': { minimum: 'why' } }],
    };
    expect(documented({ Thing })).toHaveProperty(['Thing', 'anyOf']);
    expect(documented({ Thing })).not.toHaveProperty(['Thing', 'oneOf']);
  });

  it.each(['not', 'if', 'contains'])(
    'refuses %s, which turns accepting more into accepting less',
    (keyword) => {
      expect(() => documented({ Thing: { [keyword]: { type: 'string' } } })).toThrow(`Thing/${keyword}`);
    },
  );

  it('does not confuse a property with a keyword of the same name', () => {
    const Thing = { properties: { not: { type: 'string' }, 'x-assumed': { type: 'string' } } };
    expect(documented({ Thing })).toEqual({ Thing });
  });
});
