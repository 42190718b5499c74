import { describe, expect, test } from 'vitest';
import { slideChange } from '../../../src/contract/rows/slide-changes.js';

const changed = (before: unknown, after: unknown) => slideChange([before], [after])?.path;

describe('content of slides', () => {
  test.each([
    [{ heading: 'A' }, { heading: 'B' }, 'sections[0].heading'],
    [{ title: 'Slide 1' }, { title: 'Slide 2' }, 'sections[0].title'],
    [{ bullets: ['a', 'b'] }, { bullets: ['b', 'a'] }, 'sections[0].bullets[0]'],
    [{ bullets: ['a'] }, { bullets: ['a', 'b'] }, 'sections[0].bullets[1]'],
    [
      { blocks: [{ kind: 'p', text: 'Quiet' }] },
      { blocks: [{ kind: 'p', text: 'Loud' }] },
      'sections[0].blocks[0].text',
    ],
    [{ heading: 'A', body: 'Long' }, { heading: 'A' }, 'sections[0].body'],
    [{ image: { alt: 'A boat' } }, { image: { alt: 'A ship' } }, 'sections[0].image.alt'],
    [{ 標題: '港口' }, { 標題: '海港' }, 'sections[0].標題'],
    ['Opening', 'Closing', 'sections[0]'],
    [['One', 'Two'], ['Two', 'One'], 'sections[0][0]'],
    [{ html: '<p>Quiet</p>' }, { html: '<p>Loud</p>' }, 'sections[0].html'],
    [{ someField: 'Quiet boats' }, { someField: 'Loud boats' }, 'sections[0].someField'],
  ])('%j and %j differ at %s', (before, after, place) => {
    expect(changed(before, after)).toBe(place);
  });

  test('the number of slides counts', () => {
    expect(slideChange([{}], [{}, {}])).toEqual({ path: 'sections.length', before: 1, after: 2 });
  });

  test('the order of slides counts, also without texts', () => {
    expect(slideChange([{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }])?.path).toBe('sections[0].id');
    expect(slideChange([{ id: 1 }, { id: 2 }], [{ id: 3 }, { id: 4 }])).toBeUndefined();
  });
});

describe('other data of slides', () => {
  test.each([
    [{ views: 1 }, { views: 2 }],
    [{ caption_views: 'seen once' }, { caption_views: 'seen twice' }],
    [{ seen: '12 views' }, { seen: '13 views' }],
    [{ image: 'https://cdn.example/a.png?sig=1' }, { image: 'https://cdn.example/b.png?sig=2' }],
    [{ text: 'See https://x.example/a?sig=1 now' }, { text: 'See https://x.example/a?sig=2 now' }],
    [{ html: '<img src="/a?1">Hi' }, { html: '<img src="/a?2">Hi' }],
    [{ lastViewedAt: '2026-01-15T09:30:12Z' }, { lastViewedAt: '2026-01-16T09:30:12Z' }],
    [{ opened: '2026-01-15T09:30:12Z' }, { opened: '2026-01-16T09:30:12Z' }],
    [{ slide_id: 'a' }, { slide_id: 'b' }],
    [{ etag: 'abc' }, { etag: 'abd' }],
    [{ thing: 'a81f' }, { thing: 'b72e' }],
    [{ thumbnail: 'one two' }, { thumbnail: 'two three' }],
    [{ _cache: { text: 'one two' } }, { _cache: { text: 'two three' } }],
    [{ stats: { text: 'one two' } }, { stats: { text: 'two three' } }],
    [{ render_state: 'pending' }, { render_state: 'ready' }],
    [
      { heading: 'A', layout: 'wide' },
      { layout: 'narrow', heading: 'A' },
    ],
    [{ heading: 'A' }, { heading: 'A', notes: 'Added later' }],
    [{ heading: ' A ' }, { heading: 'A' }],
    [{ heading: 'Cafe\u0301' }, { heading: 'Caf\u00e9' }],
    [null, { heading: 'A' }],
    [3, 4],
  ])('%j and %j have the same content', (before, after) => {
    expect(changed(before, after)).toBeUndefined();
  });

  test('a job and a fetch may each leave out texts of slides', () => {
    const [short, long] = [[{ heading: 'A' }], [{ heading: 'A', body: 'Long' }]];
    expect(slideChange(long, short, 'shared paths')).toBeUndefined();
    expect(slideChange(short, [{ heading: 'B' }], 'shared paths')?.path).toBe('sections[0].heading');
  });
});
