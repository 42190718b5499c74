import { describe, expect, it } from 'vitest';
import { bounded } from '../../openapi/generate/validator/bounded.js';
import { worded } from '../../openapi/generate/validator/worded.js';
import { compiled } from './compiled.js';

describe('the machine code', () => {
  it('is not written when a complaint has no words', async () => {
    const schema = { type: 'object', dependentRequired: { a: ['b'] } };
    await expect(compiled({ Thing: schema }, 'Thing')).rejects.toThrow('Thing/dependentRequired');
  });

  it('is not written when Ajv would report in another way', () => {
    expect(() => worded('const err0 = makeError({schemaPath:"Thing/type"});', {})).toThrow('as it was');
  });

  it('is not written when a loop is not known to end early', () => {
    expect(() => bounded('for(const entry of data){}')).toThrow('unknown loop');
  });

  it('is not written when equal entries would take long to find', async () => {
    const schema = { type: 'array', uniqueItems: true, items: { type: 'object' } };
    await expect(compiled({ Thing: schema }, 'Thing')).rejects.toThrow('runtime/equal');
  });

  it('keeps the verdict when a loop ends early', async () => {
    const lists = { anyOf: [{ items: { type: 'string' } }, { items: { type: 'number' } }] };
    const validate = await compiled({ Thing: { type: 'array', ...lists } }, 'Thing');
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    expect(validate(numbers)).toEqual([]);
    expect(validate([...numbers, 'x'])).toHaveLength(1);
  });
});
