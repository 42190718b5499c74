import { beforeEach, describe, expect, it } from 'vitest';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { UserError } from '../../src/base/user-error.js';
import { completingScenario, compileOrThrow } from './test-scenarios.js';

let library: ScenarioLibrary;
beforeEach(() => {
  library = new ScenarioLibrary();
});

const put = (name: string, change: Parameters<typeof completingScenario>[0] = {}) => {
  const timeline = compileOrThrow(completingScenario(change), name);
  library.set(timeline);
  return timeline;
};

describe('an invalid scenario file', () => {
  const error = new UserError('invalid-scenario', 'steps is required');

  it('is listed until a valid version replaces it, and the last valid version stays active', () => {
    const good = put('b');
    library.setErrors('b', [error]);
    library.setErrors('a', [error, error]);
    expect(library.invalidFiles()).toEqual([
      { name: 'a', errors: [error, error] },
      { name: 'b', errors: [error] },
    ]);
    expect(library.get('b')).toBe(good);
    put('b');
    expect(library.invalidFiles().map(({ name }) => name)).toEqual(['a']);
  });

  it('returns its error again when it is selected', () => {
    library.setErrors('a', [error]);
    expect(() => library.getOrThrow('a')).toThrow(error);
    expect(library.unknownScenarioMessage('a')).toBe(error.message);
  });
});

describe('a match', () => {
  it('requires all of its conditions', () => {
    const both = put('both', { match: { prompt: 'tides', template_id: 'tpl_lesson' } });
    expect(library.findMatch('Tides', 'tpl_pitch')).toBeUndefined();
    expect(library.findMatch('Taxis', 'tpl_lesson')).toBeUndefined();
    expect(library.findMatch('Tides', 'tpl_lesson')).toBe(both);
  });

  it('finds the current scenarios after changes', () => {
    const match = { prompt: 'tides' };
    expect(library.findMatch('Tides', undefined)).toBeUndefined();
    const before = put('a', { match });
    expect(library.findMatch('Tides', undefined)).toBe(before);
    const after = put('a', { match, title: 'Changed' });
    expect(library.findMatch('Tides', undefined)).toBe(after);
  });
});
