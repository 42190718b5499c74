import { describe, expect, it } from 'vitest';
import { suggestion } from '../../openapi/generate/runtime/suggestion.js';
import { ucs2length } from '../../openapi/generate/runtime/ucs2length.js';
import { validator, type Machine } from '../../openapi/generate/runtime/validator.js';

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

  it.each(['fail', 'as', 'x', '', 'w'.repeat(1e6)])('is not made for what is no slip: %.10s', (name) => {
    expect(suggestion(name, ['work', 'complete'])).toBeUndefined();
  });
});

describe('the length of a text', () => {
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
  const complaining = (pointers: string[]): Machine => {
    const machine: Machine = () => {
      machine.errors = pointers.map((pointer) => ({
        pointer,
        keyword: 'type',
        expected: 'must be a string',
      }));
      return pointers.length === 0;
    };
    return machine;
  };

  it('says each fault once', () => {
    expect(validator({ Thing: complaining(['/a', '/a', '/b']) })('Thing', 0)).toHaveLength(2);
  });

  it('says at most a hundred', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `/${index}`);
    expect(validator({ Thing: complaining(many) })('Thing', 0)).toHaveLength(100);
  });

  it('holds nothing of the value it judged', () => {
    const machine = complaining(['/a']);
    validator({ Thing: machine })('Thing', 0);
    expect(machine.errors).toBeNull();
  });

  it('knows only its schemas', () => {
    expect(() => validator({})('Thing', 0)).toThrow('Thing');
  });
});
