import { describe, expect, it } from 'vitest';
import { asking, completed, failed, message, poll, start, told, working } from './wire.js';

const steps = (...exchanges: Parameters<typeof told>[0]) => told([start(0), ...exchanges]).scenario.steps;
const PLAIN = { status: 'generating' };

describe('the steps of a story', () => {
  it('are one, for as long as figures grow evenly', () => {
    const polls = [1, 2, 3, 4, 5, 6, 7].map((slide) =>
      poll(slide * 1000 + 500, working(slide, slide * 100 + 50)),
    );
    expect(steps(...polls, poll(9000, completed({ tokens_used: 800 })))).toEqual([
      {
        work: {
          for: '8s',
          tokens: '0..800',
          slides: '0..8',
          current_step: 'Writing slide {slide} of {slides}',
        },
      },
      { complete: { title: 'Taxis', sections: 8 } },
    ]);
  });

  it('change at the roundest instant between two polls, which a comment names', () => {
    const story = told([start(0), poll(3100, PLAIN), poll(6200, failed())]);
    expect(story.scenario.steps).toEqual([{ work: { for: '5s' } }, { fail: { error: 'Out of memory.' } }]);
    expect(story.comments.get('/steps/0')).toBe('Until some time between 3.1s and 6.2s after the start.');
  });

  it('have a question answered when it was, and go on from there', () => {
    const story = told([
      start(0),
      poll(3000, asking()),
      message(7000),
      poll(9000, PLAIN),
      poll(12_000, failed()),
    ]);
    expect(story.scenario.steps).toEqual([
      { work: { for: '2s' } },
      { ask: { message: 'Who for?' } },
      { work: { for: '4s' } },
      { fail: { error: 'Out of memory.' } },
    ]);
    expect(story.comments.get('/steps/1')).toBe('Answered after 5s.');
    expect(story.notes).toEqual([expect.stringContaining('1 message was answered in a shape of its own')]);
  });

  it('let a question go unanswered, and fail or go on', () => {
    expect(steps(poll(1000, asking()), poll(4000, failed()))).toContainEqual({
      ask: { message: 'Who for?', wait: '2s', otherwise: 'fail', error: 'Out of memory.' },
    });
    expect(steps(poll(1000, asking()), poll(4000, asking('And when?')))).toContainEqual({
      ask: { message: 'Who for?', wait: '2s', otherwise: 'continue' },
    });
  });

  it('say a total that changes, progress that goes, and what only the end shows', () => {
    const told = steps(
      poll(1000, working(0, 0, 'Slides', 3)),
      poll(2000, working(0, 0, 'Slides', 5)),
      poll(3000, PLAIN),
      poll(4000, completed({ tokens_used: 900 }, { is_public: true })),
    );
    expect(told).toEqual([
      { work: { for: '2s', slides: 0, of: 3, current_step: 'Slides' } },
      { work: { for: '1s', slides: 0, of: 5, current_step: 'Slides' } },
      { work: { for: '1s', progress: false } },
      { complete: { title: 'Taxis', sections: 8, tokens: 900, is_public: true } },
    ]);
  });

  it.each([
    ['at work', [poll(1000, PLAIN)], [{ work: { for: '2s' } }, { stay: null }]],
    [
      'asking',
      [poll(1000, asking())],
      [{ work: { for: '1s' } }, { ask: { message: 'Who for?' } }, { stay: null }],
    ],
    ['before any view', [], [{ stay: null }]],
  ])('stay where a recording ends %s, and say so', (_, polls, expected) => {
    const story = told([start(0), ...polls]);
    expect(story.scenario.steps).toEqual(expected);
    expect(story.comments.get(`/steps/${expected.length - 1}`)).toMatch(/record/);
  });

  it('count from the first request about a job whose start is not recorded', () => {
    const story = told([poll(60_000, PLAIN), poll(63_000, failed())]);
    expect(story.scenario.steps[0]).toEqual({ work: { for: '2s' } });
    expect(story.notes).toEqual([expect.stringContaining('Its start is not recorded')]);
  });

  it('pass over polls whose body is not in the recording, and say how many', () => {
    const story = told([start(0), poll(1000, PLAIN), poll(2000, undefined), poll(3000, failed())]);
    expect(story.scenario).toMatchObject({ steps: [{ work: { for: '2s' } }, { fail: {} }] });
    expect(story.scenario.faults).toBeUndefined();
    expect(story.notes).toEqual([expect.stringContaining('1 poll has no body')]);
  });
});

describe('the texts of a story', () => {
  const recording = [
    start(0),
    poll(1000, working(2, 0)),
    poll(2000, asking('Who is it for, Ms Adler?')),
    message(3000),
    poll(4000, asking('And when?')),
    message(5000),
    poll(6000, asking('Who is it for, Ms Adler?')),
    message(7000),
    poll(8000, failed('ACME has no credit left')),
  ];

  it('are placeholders, the same for the same text', () => {
    const { scenario } = told(recording, false);
    const texts = scenario.steps.map(
      ({ work, ask, fail }) => work?.current_step ?? ask?.message ?? fail?.error,
    );
    expect(texts.filter(Boolean)).toEqual([
      'Step 1: {slide} of {slides}',
      'Question 1',
      'Question 2',
      'Question 1',
      'Error 1',
    ]);
    expect(JSON.stringify(scenario)).not.toMatch(/Adler|ACME|g-1|staging/);
  });

  it('stay as they are when that is asked for', () => {
    expect(JSON.stringify(told(recording, true).scenario)).toMatch(/Adler.*ACME/);
  });

  it('of sections are kept where they have a title', () => {
    const sections = [{ title: 'One', bullets: ['a', 7] }, { title: 'Two' }];
    const deck = [start(0), poll(1000, completed({}, { sections }))];
    expect(told(deck, true).scenario.steps.at(-1)).toEqual({
      complete: { title: 'Taxis', sections: [{ title: 'One', bullets: ['a'] }, { title: 'Two' }] },
    });
    expect(told(deck, false).scenario.steps.at(-1)).toEqual({ complete: { title: 'Title 1', sections: 2 } });
  });
});
