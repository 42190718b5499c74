import { describe, expect, it } from 'vitest';
import { compiled, ref } from './compiled.js';

const expected = (faults: { expected: string }[]) => faults.map((fault) => fault.expected);

describe('a choice by discriminator', () => {
  const branch = (kind: string, field: string) => ({
    type: 'object',
    required: ['kind', field],
    properties: { kind: { const: kind }, [field]: { type: 'string' } },
  });
  const schemas = {
    Choice: {
      oneOf: [ref('A'), ref('B')],
      discriminator: { propertyName: 'kind', mapping: { a: ref('A').$ref, b: ref('B').$ref } },
    },
    A: branch('a', 'left'),
    B: branch('b', 'right'),
    List: { type: 'array', items: ref('Choice') },
  };

  it('reports only the faults of the named branch', async () => {
    const validate = await compiled(schemas, 'Choice');
    expect(validate({ kind: 'b' })).toEqual([
      { pointer: '/right', keyword: 'required', expected: 'is required' },
    ]);
    expect(validate({ kind: 'b', right: 'x' })).toEqual([]);
  });

  it.each([[{}], [{ kind: 'c' }], [{ kind: 5 }], [{ kind: '__proto__' }]])(
    'reports one fault when none is named: %j',
    async (value) => {
      const validate = await compiled(schemas, 'Choice');
      expect(validate(value)).toEqual([expect.objectContaining({ pointer: '/kind' })]);
      expect(expected(validate(value))[0]).toContain('must be one of a, b');
    },
  );

  it('reports one fault for a value that is not an object', async () => {
    expect(expected((await compiled(schemas, 'Choice'))([]))).toEqual(['must be an object']);
  });

  it('works in every place of a schema', async () => {
    const validate = await compiled(schemas, 'List');
    expect(validate([{ kind: 'a', left: 'x' }, { kind: 'a' }])).toEqual([
      expect.objectContaining({ pointer: '/1/left' }),
    ]);
  });
});

describe('a choice without a discriminator', () => {
  it('reports only the faults of the branch with the type of the value', async () => {
    const Choice = {
      oneOf: [
        { type: 'integer', maximum: 9 },
        { type: 'array', items: { type: 'string' } },
      ],
    };
    const validate = await compiled({ Choice }, 'Choice');
    expect(validate(9)).toEqual([]);
    expect(expected(validate(10))).toEqual(['must be at most 9']);
    expect(validate(['a', 5])).toEqual([{ pointer: '/1', keyword: 'type', expected: 'must be a string' }]);
  });

  it('lists the alternatives when no branch has the type', async () => {
    const schemas = {
      Choice: { oneOf: [ref('Word'), { type: 'array', items: ref('Word') }, { type: 'null' }] },
      Word: { type: 'string', enum: ['a', 'b'] },
    };
    const validate = await compiled(schemas, 'Choice');
    expect(expected(validate(true))).toEqual(['must be one of a, b, an array or null']);
  });

  it('lists the alternatives when several branches have the type', async () => {
    const Choice = {
      type: 'object',
      properties: { a: {}, b: {} },
      anyOf: [{ required: ['a'] }, { required: ['b'] }],
    };
    const validate = await compiled({ Choice }, 'Choice');
    expect(validate({ b: 1 })).toEqual([]);
    expect(expected(validate({}))).toEqual(['must be an object with a or an object with b']);
  });

  it('reports one fault for a value that matches several branches of oneOf', async () => {
    const Choice = {
      oneOf: [{ type: 'number', minimum: 0 }, { type: 'number', maximum: 9 }, { type: 'string' }],
    };
    const validate = await compiled({ Choice }, 'Choice');
    expect(validate(10)).toEqual([]);
    expect(validate('x')).toEqual([]);
    expect(validate(5)).toHaveLength(1);
  });
});
