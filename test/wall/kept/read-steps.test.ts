import { describe, expect, it } from 'vitest';
import { readSteps } from '../../../src/wall/kept/read-steps.js';

const click = { at: '0s', do: 'click', on: [{ css: 'a' }] };
const read = (...steps: readonly unknown[]) => readSteps({ steps });

describe('a file of steps', () => {
  it('has times, and what a person leaves out', () => {
    const steps = [
      click,
      { at: '1m2s', do: 'fill', on: [{ label: 'Prompt' }], value: 'Taxis' },
      { at: '1m2s', do: 'key', on: [{ css: 'a' }], key: 'Enter' },
      { at: '2m', do: 'visit', path: '/decks' },
    ];
    expect(read(...steps)).toEqual({
      steps: [
        { at: 0, step: steps[0] },
        { at: 62_000, step: { ...steps[1], isDone: true } },
        { at: 62_000, step: { ...steps[2], code: 'Enter', modifiers: '' } },
        { at: 120_000, step: steps[3] },
      ],
    });
  });

  it.each([
    ['', {}, 'has a list'],
    ['/steps/1', [click, 3], 'Expected an object'],
    ['/steps/0/do', [{ ...click, do: 'hover' }], 'Expected click, key, fill, select, submit, scroll, visit.'],
    ['/steps/0/at', [{ ...click, at: 3 }], 'Expected a time since the start'],
    ['/steps/1/at', [{ ...click, at: '3s' }, click], 'earlier than the step before'],
    ['/steps/0/in', [{ ...click, in: [] }], 'Expected names of scenarios'],
    ['/steps/0/on', [{ ...click, on: [] }], 'with a role and name'],
    ['/steps/0/on', [{ ...click, on: [{ css: 'a' }, { role: 'link' }] }], 'with a role and name'],
    ['/steps/0/key', [{ ...click, do: 'key' }], 'Expected a text'],
    ['/steps/0/x', [{ ...click, do: 'scroll' }], 'Expected a number'],
    ['/steps/0/path', [{ at: '0s', do: 'visit', path: 'http://elsewhere/' }], 'Expected a path of the app'],
  ])('says what is wrong at %j', (pointer, steps, expected) => {
    const read = readSteps({ steps });
    expect(read).toEqual({ mistake: { pointer, message: expect.stringContaining(expected) as string } });
  });
});
