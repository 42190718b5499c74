import { describe, expect, test } from 'vitest';
import { compareSlides } from '../../../../src/judge/rules/checks/compare-slides.js';

const changed = (before: unknown, after: unknown) => compareSlides([before], [after])?.path;

describe('content of slides', () => {
  test.each([
    [{ heading: 'A' }, { heading: 'B' }, 'sections[0].heading'],
    [{ bullets: ['a', 'b'] }, { bullets: ['b', 'a'] }, 'sections[0].bullets[0]'],
    [{ bullets: ['a'] }, { bullets: ['a', 'b'] }, 'sections[0].bullets[1]'],
    [
      { blocks: [{ kind: 'p', text: 'Quiet' }] },
      { blocks: [{ kind: 'p', text: 'Loud' }] },
      'sections[0].blocks[0].text',
    ],
    [{ heading: 'A', body: 'Long' }, { heading: 'A' }, 'sections[0].body'],
    [{ 標題: '港口' }, { 標題: '海港' }, 'sections[0].標題'],
    ['Opening', 'Closing', 'sections[0]'],
    [{ html: '<p>Quiet</p>' }, { html: '<p>Loud</p>' }, 'sections[0].html'],
    [{ someField: 'Quiet boats' }, { someField: 'Loud boats' }, 'sections[0].someField'],
  ])('%j and %j differ at %s', (before, after, place) => {
    expect(changed(before, after)).toBe(place);
  });

  test('the number of slides counts', () => {
    expect(compareSlides([{}], [{}, {}])).toEqual({ path: 'sections.length', expected: 1, actual: 2 });
  });

  test('the order of slides counts, also without texts', () => {
    expect(compareSlides([{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }])?.path).toBe('sections[0].id');
    expect(compareSlides([{ id: 1 }, { id: 2 }], [{ id: 3 }, { id: 4 }])).toBeUndefined();
  });
});

describe('other data of slides', () => {
  test.each([
    [{ views: 1 }, { views: 2 }],
    [{ seen: '12 views' }, { seen: '13 views' }],
    [{ text: 'See https://x.example/a?sig=1 now' }, { text: 'See https://x.example/a?sig=2 now' }],
    [{ html: '<img src="/a?1">Hi' }, { html: '<img src="/a?2">Hi' }],
    [{ opened: '2026-01-15T09:30:12Z' }, { opened: '2026-01-16T09:30:12Z' }],
    [{ slide_id: 'a' }, { slide_id: 'b' }],
    [{ thing: 'a81f' }, { thing: 'b72e' }],
    [{ _cache: { text: 'one two' } }, { _cache: { text: 'two three' } }],
    [{ render_state: 'pending' }, { render_state: 'ready' }],
    [
      { heading: 'A', layout: 'wide' },
      { layout: 'narrow', heading: 'A' },
    ],
    [{ heading: 'A' }, { heading: 'A', notes: 'Added later' }],
    [{ heading: ' A ' }, { heading: 'A' }],
    [{ heading: 'Cafe\u0301' }, { heading: 'Caf\u00e9' }],
    [null, { heading: 'A' }],
  ])('%j and %j have the same content', (before, after) => {
    expect(changed(before, after)).toBeUndefined();
  });

  test('a job and a fetch may each leave out texts of slides', () => {
    const [short, long] = [[{ heading: 'A' }], [{ heading: 'A', body: 'Long' }]];
    expect(compareSlides(long, short, 'shared paths')).toBeUndefined();
    expect(compareSlides(short, [{ heading: 'B' }], 'shared paths')?.path).toBe('sections[0].heading');
  });
});
