import { describe, expect, it } from 'vitest';
import { withLoopLimits } from '../../openapi/generate/validator/loop-limits.js';
import { withFaultCalls } from '../../openapi/generate/validator/fault-calls.js';
import { compiled } from './compiled.js';

describe('the generator', () => {
  it('stops when a fault has no message', async () => {
    const schema = { type: 'object', dependentRequired: { a: ['b'] } };
    await expect(compiled({ Thing: schema }, 'Thing')).rejects.toThrow('Thing/dependentRequired');
  });

  it('stops when it does not recognize an error object of Ajv', () => {
    expect(() => withFaultCalls('const err0 = makeError({schemaPath:"Thing/type"});', {})).toThrow(
      'unknown error object',
    );
  });

  it('stops when it does not recognize a loop of Ajv', () => {
    expect(() => withLoopLimits('for(const entry of data){}')).toThrow('unknown loop');
  });

  it('stops when the search for equal items would be slow', async () => {
    const schema = { type: 'array', uniqueItems: true, items: { type: 'object' } };
    await expect(compiled({ Thing: schema }, 'Thing')).rejects.toThrow('runtime/equal');
  });

  it('keeps the verdict of a loop that stops early', async () => {
    const lists = { anyOf: [{ items: { type: 'string' } }, { items: { type: 'number' } }] };
    const validate = await compiled({ Thing: { type: 'array', ...lists } }, 'Thing');
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    expect(validate(numbers)).toEqual([]);
    expect(validate([...numbers, 'x'])).toHaveLength(1);
  });
});
