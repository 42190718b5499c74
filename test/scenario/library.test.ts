import { beforeEach, describe, expect, it } from 'vitest';
import { ScenarioLibrary } from '../../src/scenario/library.js';
import { UserError } from '../../src/user-error.js';
import { story, timelineOf } from './documents.js';

let library: ScenarioLibrary;
beforeEach(() => {
  library = new ScenarioLibrary();
});

const put = (name: string, change: Parameters<typeof story>[0] = {}) => {
  const timeline = timelineOf(story(change), name);
  library.put(timeline);
  return timeline;
};

describe('a file that is no scenario', () => {
  const error = new UserError('bad-scenario', 'steps is required');

  it('is known by its name until it can be used, and takes nothing away', () => {
    const good = put('b');
    library.refuse('b', [error]);
    library.refuse('a', [error, error]);
    expect(library.refused()).toEqual([
      { name: 'a', errors: [error, error] },
      { name: 'b', errors: [error] },
    ]);
    expect(library.get('b')).toBe(good);
    put('b');
    expect(library.refused().map(({ name }) => name)).toEqual(['a']);
  });

  it('is forgotten when it is gone', () => {
    library.refuse('a', [error]);
    library.forgive('a');
    expect(library.refused()).toEqual([]);
  });
});

describe('a library', () => {
  it('gives a scenario by its name, and lists all by their names', () => {
    const [second, first] = [put('b'), put('a')];
    expect(library.get('a')).toBe(first);
    expect(library.names()).toEqual(['a', 'b']);
    expect(library.list()).toEqual([first, second]);
  });

  it('says what has replaced a version, and leaves alone what it never had', () => {
    const [old, other] = [put('a', { title: 'Old' }), timelineOf(story({ title: 'Another' }), 'a')];
    const now = put('a', { title: 'New' });
    expect([library.latest(old), library.latest(now), library.latest(other)]).toEqual([now, now, other]);
    library.put(old);
    expect(library.latest(now)).toBe(old);
    expect(library.latest(old)).toBe(old);
  });

  it('has nothing under a name that was removed', () => {
    put('a');
    library.remove('a');
    expect(library.get('a')).toBeUndefined();
    expect(library.names()).toEqual([]);
  });

  it('names the nearest scenario when there is none, and all there are', () => {
    put('happy-path');
    put('instant');
    expect(() => library.need('hapy-path')).toThrow(UserError);
    expect(() => library.need('hapy-path')).toThrow(
      'There is no scenario "hapy-path". Did you mean happy-path?',
    );
    expect(() => library.need('hapy-path')).toThrow(
      expect.objectContaining({ code: 'unknown-scenario', hint: 'There are: happy-path, instant' }),
    );
  });

  it('says little about a name that is too long to be one', () => {
    expect(library.unknown('x'.repeat(100_000))).toBe(`There is no scenario "${'x'.repeat(64)}".`);
  });
});

describe('a reloaded scenario', () => {
  it('is what new jobs get; the version before stays for those that run', () => {
    const before = put('a');
    const after = put('a', { title: 'Changed' });
    expect(library.get('a')).toBe(after);
    expect(library.byId(before.id)).toBe(before);
    expect(library.byId(after.id)).toBe(after);
  });

  it('without a change is the same version', () => {
    expect(put('a').id).toBe(put('a').id);
  });

  it('that was removed stays for the jobs that run', () => {
    const { id } = put('a');
    library.remove('a');
    expect(library.byId(id)).toBeDefined();
  });
});

describe('a kept timeline', () => {
  it('is found by its id and has no name', () => {
    const inline = timelineOf(story(), 'inline');
    library.keep(inline);
    expect(library.byId(inline.id)).toBe(inline);
    expect(library.get('inline')).toBeUndefined();
  });

  it('is forgotten after ten thousand others, the current versions never', () => {
    const current = put('current');
    const base = timelineOf(story(), 'inline');
    const versions = Array.from({ length: 10_001 }, (_, index) => ({ ...base, id: `inline@${index}` }));
    for (const version of versions) library.keep(version);
    expect(library.byId(current.id)).toBe(current);
    expect(library.byId('inline@0')).toBeUndefined();
    expect(library.byId('inline@10000')).toBeDefined();
  });
});

describe('a match', () => {
  it('is a text in the prompt, whatever its case', () => {
    const taxis = put('taxis', { match: { prompt: 'Harbour' } });
    expect(library.matching('Electric HARBOUR taxis', undefined)).toBe(taxis);
    expect(library.matching('Electric trams', undefined)).toBeUndefined();
  });

  it('is a template', () => {
    const lesson = put('lesson', { match: { template_id: 'tpl_lesson' } });
    expect(library.matching('Tides', 'tpl_lesson')).toBe(lesson);
    expect(library.matching('Tides', 'tpl_pitch')).toBeUndefined();
    expect(library.matching('Tides', undefined)).toBeUndefined();
  });

  it('is everything that is given', () => {
    const both = put('both', { match: { prompt: 'tides', template_id: 'tpl_lesson' } });
    expect(library.matching('Tides', 'tpl_pitch')).toBeUndefined();
    expect(library.matching('Taxis', 'tpl_lesson')).toBeUndefined();
    expect(library.matching('Tides', 'tpl_lesson')).toBe(both);
  });

  it('is never a scenario that asks for none', () => {
    put('plain');
    expect(library.matching('anything', 'tpl_pitch')).toBeUndefined();
  });

  it('follows scenarios that come, change and go', () => {
    const match = { prompt: 'tides' };
    expect(library.matching('Tides', undefined)).toBeUndefined();
    const before = put('a', { match });
    expect(library.matching('Tides', undefined)).toBe(before);
    const after = put('a', { match, title: 'Changed' });
    expect(library.matching('Tides', undefined)).toBe(after);
    library.remove('a');
    expect(library.matching('Tides', undefined)).toBeUndefined();
  });

  it('is the first by name when several fit', () => {
    put('b', { match: { prompt: 'tides' } });
    const first = put('a', { match: { prompt: 'tides' } });
    expect(library.matching('Tides', undefined)).toBe(first);
  });
});
