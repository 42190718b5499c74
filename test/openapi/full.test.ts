import { describe, expect, it } from 'vitest';
import { full } from '../../openapi/generate/profile/full.js';
import type { Schema, Schemas } from '../../openapi/document/schema.js';
import { compiled, ref } from './compiled.js';

const named = (name: string): Schema => ({ type: 'object', properties: { [name]: { type: 'string' } } });
const closedAnswer = (schemas: Schemas) =>
  compiled(full(schemas, { requests: [], responses: ['Answer'] }), 'Answer');
const pointers = (faults: { pointer: string }[]) => faults.map(({ pointer }) => pointer);

describe('the full profile', () => {
  it('closes the objects of responses at any depth', async () => {
    const validate = await closedAnswer({
      Answer: { type: 'object', properties: { list: { type: 'array', items: ref('Entry') } } },
      Entry: named('a'),
    });
    expect(validate({ list: [{ a: 'x' }] })).toEqual([]);
    expect(pointers(validate({ more: 1, list: [{ a: 'x', b: 1 }] }))).toEqual(['/more', '/list/0/b']);
  });

  it('does not change requests', () => {
    const schemas = { Question: named('a'), Answer: named('b') };
    const result = full(schemas, { requests: ['Question'], responses: ['Answer'] });
    expect(result['Question']).toBe(schemas.Question);
    expect(result['Answer']).toMatchObject({ additionalProperties: false });
  });

  it('closes a schema of several parts around all of them', async () => {
    const validate = await closedAnswer({
      Answer: { allOf: [ref('Base'), named('b')], properties: { c: named('d') } },
      Base: named('a'),
    });
    expect(validate({ a: 'x', b: 'x', c: { d: 'x' } })).toEqual([]);
    expect(pointers(validate({ a: 'x', e: 1, c: { e: 1 } }))).toEqual(['/c/e', '/e']);
  });

  it('rejects a choice beside other properties', () => {
    const Answer = { ...(named('a') as object), anyOf: [named('b'), named('c')] };
    expect(() => full({ Answer }, { requests: [], responses: ['Answer'] })).toThrow('oneOf or anyOf');
  });

  it('lists the fields of all parts for an unknown field', async () => {
    const validate = await closedAnswer({ Answer: { allOf: [named('a'), named('b')] } });
    expect(validate({ z: 1 })).toEqual([
      expect.objectContaining({ pointer: '/z', expected: 'is not a field here; known fields are a, b' }),
    ]);
  });

  it('keeps explicit rules for additional properties', async () => {
    const validate = await closedAnswer({
      Answer: { ...(named('a') as object), additionalProperties: { type: 'number' } },
    });
    expect(validate({ a: 'x', b: 1 })).toEqual([]);
  });

  it('rejects a schema that requests and responses share', () => {
    const schemas = { Question: ref('Shared'), Answer: ref('Shared'), Shared: named('a') };
    expect(() => full(schemas, { requests: ['Question'], responses: ['Answer'] })).toThrow('Shared');
  });
});
