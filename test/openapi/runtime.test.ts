import { describe, expect, it } from 'vitest';
import { suggestion } from '../../openapi/generate/runtime/suggestion.js';
import { ucs2length } from '../../openapi/generate/runtime/ucs2length.js';
import { validator, type CompiledSchema } from '../../openapi/generate/runtime/validator.js';

describe('a suggestion', () => {
  it.each([
    ['wrok', 'work'],
    ['complte', 'complete'],
    ['currentStep', 'current_step'],
    ['current-step', 'current_step'],
    ['Slides', 'slides'],
  ])('for %s is %s', (name, meant) => {
    expect(suggestion(name, ['ask', 'work', 'complete', 'current_step', 'slides'])).toBe(meant);
  });

  it.each(['fail', 'as', 'x', '', 'w'.repeat(1e6)])('does not exist for other names: %.10s', (name) => {
    expect(suggestion(name, ['work', 'complete'])).toBeUndefined();
  });
});

describe('the length of a string', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['🛶🛶', 2],
    ['\ud83d', 1],
    ['\udef6\ud83d', 2],
  ])('of %j is %i', (text, length) => {
    expect(ucs2length(text)).toBe(length);
  });
});

describe('a validator', () => {
  const complaining = (pointers: string[]): CompiledSchema => {
    const machine: CompiledSchema = () => {
      machine.errors = pointers.map((pointer) => ({
        pointer,
        keyword: 'type',
        expected: 'must be a string',
      }));
      return pointers.length === 0;
    };
    return machine;
  };

  it('reports each fault once', () => {
    expect(validator({ Thing: complaining(['/a', '/a', '/b']) })('Thing', 0)).toHaveLength(2);
  });

  it('reports at most a hundred faults', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `/${index}`);
    expect(validator({ Thing: complaining(many) })('Thing', 0)).toHaveLength(100);
  });

  it('keeps no reference to the value', () => {
    const machine = complaining(['/a']);
    validator({ Thing: machine })('Thing', 0);
    expect(machine.errors).toBeNull();
  });

  it('throws for an unknown schema', () => {
    expect(() => validator({})('Thing', 0)).toThrow('Thing');
  });
});
