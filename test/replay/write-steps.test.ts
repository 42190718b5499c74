import { describe, expect, it } from 'vitest';
import { checkScenario } from '../../src/scenario/check.js';
import { asking, completed, failed, message, poll, replayOf, start, working } from './exchanges.js';

const steps = (...exchanges: Parameters<typeof replayOf>[0]) =>
  replayOf([start(0), ...exchanges]).scenario.steps;
const PLAIN = { status: 'generating' };
/** The sections of `completed()`, which have a shape of their own. */
const SECTIONS = {
  sections: 8,
  presentation: { sections: Array.from({ length: 8 }, (_, heading) => ({ heading })) },
};

describe('the steps of a replay scenario', () => {
  it('are one for each change that a poll shows', () => {
    const polls = [
      poll(1500, working(1, 150)),
      poll(2500, working(1, 150)),
      poll(3500, working(2, 250)),
      poll(4500, working(2, 300)),
    ];
    expect(steps(...polls, poll(6000, completed({ tokens_used: 800 })))).toEqual([
      { work: { for: '1s' } },
      {
        work: { for: '2s', tokens: '150..150', slides: '1..1', current_step: 'Writing slide 2 of 8' },
      },
      {
        work: { for: '1s', tokens: '250..250', slides: '2..2', current_step: 'Writing slide 3 of 8' },
      },
      { work: { for: '1s', tokens: '300..300' } },
      { complete: { title: 'Taxis', ...SECTIONS, tokens: 800 } },
    ]);
  });

  it('change at the roundest time between two polls, and a comment names the polls around a new status', () => {
    const replay = replayOf([start(0), poll(3100, PLAIN), poll(6200, failed())]);
    expect(replay.scenario.steps).toEqual([{ work: { for: '5s' } }, { fail: { error: 'Out of memory.' } }]);
    expect(replay.comments.get('/steps/0')).toBe('Ends between 3.1s and 6.2s after the start.');
  });

  it('go on after a reply with what the job showed before, until a poll shows more', () => {
    const views = [poll(1000, working(1, 100)), poll(2000, asking()), message(3000)];
    expect(steps(...views, poll(5000, working(1, 100)), poll(6000, failed())).slice(3)).toEqual([
      { work: { for: '2.5s' } },
      { fail: { error: 'Out of memory.' } },
    ]);
    expect(steps(...views, poll(5000, working(1, 200)), poll(6000, failed())).slice(3)).toEqual([
      { work: { for: '1s' } },
      { work: { for: '1.5s', tokens: '200..200' } },
      { fail: { error: 'Out of memory.' } },
    ]);
  });

  it('are at most as many as the schema allows, however often the job changes', () => {
    const polls = Array.from({ length: 1300 }, (_, index) =>
      poll((index + 1) * 1000, working(0, index + 1, 'Thinking')),
    );
    const replay = replayOf([start(0), ...polls, poll(1_301_000, failed())]);
    expect(checkScenario('replay', replay.scenario)).toHaveProperty('timeline');
    expect(replay.scenario.steps.length).toBeGreaterThan(400);
    expect(replay.notes).toEqual([expect.stringContaining('keeps one of every 3 changes')]);
    expect(replayOf([start(0), ...polls.slice(0, 400), poll(500_000, failed())]).notes).toEqual([]);
  });

  it('reply to a question at the recorded time and continue from there', () => {
    const replay = replayOf([
      start(0),
      poll(3000, asking()),
      message(7000),
      poll(9000, PLAIN),
      poll(12_000, failed()),
    ]);
    expect(replay.scenario.steps).toEqual([
      { work: { for: '2s' } },
      { ask: { message: 'Who for?' } },
      { work: { for: '4s' } },
      { fail: { error: 'Out of memory.' } },
    ]);
    expect(replay.comments.get('/steps/1')).toBe('Answered after 5s.');
  });

  it('fail or continue after a question without a reply', () => {
    expect(steps(poll(1000, asking()), poll(4000, failed()))).toContainEqual({
      ask: { message: 'Who for?', wait: '2.5s', otherwise: 'fail', error: 'Out of memory.' },
    });
    expect(steps(poll(1000, asking()), poll(4000, asking('And when?')))).toContainEqual({
      ask: { message: 'Who for?', wait: '2.5s', otherwise: 'continue' },
    });
  });

  it('show a new total, hidden progress, and the fields of the end', () => {
    const written = steps(
      poll(1000, working(0, 0, 'Slides', 3)),
      poll(2000, working(0, 0, 'Slides', 5)),
      poll(3000, PLAIN),
      poll(4000, completed({ tokens_used: 900 }, { is_public: true })),
    );
    expect(written).toEqual([
      { work: { for: '500ms' } },
      { work: { for: '1s', slides: 0, of: 3, current_step: 'Slides' } },
      { work: { for: '1s', of: 5 } },
      { work: { for: '1s', progress: false } },
      { complete: { title: 'Taxis', ...SECTIONS, tokens: 900, is_public: true } },
    ]);
  });

  it.each([
    ['while the job works', [poll(1000, PLAIN)], [{ work: { for: '1.5s' } }, { stay: null }]],
    [
      'with a question',
      [poll(1000, asking())],
      [{ work: { for: '500ms' } }, { ask: { message: 'Who for?' } }, { stay: null }],
    ],
    ['before the first view', [], [{ stay: null }]],
  ])('stay when a recording ends %s, with a comment', (_, polls, expected) => {
    const replay = replayOf([start(0), ...polls]);
    expect(replay.scenario.steps).toEqual(expected);
    expect(replay.comments.get(`/steps/${expected.length - 1}`)).toMatch(/record/);
  });

  it('count from the first request about a job without a recorded start', () => {
    const replay = replayOf([poll(60_000, PLAIN), poll(63_000, failed())]);
    expect(replay.scenario.steps[0]).toEqual({ work: { for: '2s' } });
    expect(replay.notes).toEqual([expect.stringContaining('no start of this job')]);
  });

  it('ignore polls without a recorded body, and a note counts them', () => {
    const replay = replayOf([start(0), poll(1000, PLAIN), poll(2000, undefined), poll(3000, failed())]);
    expect(replay.scenario).toMatchObject({ steps: [{ work: { for: '2s' } }, { fail: {} }] });
    expect(replay.scenario.faults).toBeUndefined();
    expect(replay.notes).toEqual([expect.stringContaining('1 poll has no body')]);
  });
});

describe('the texts of a replay scenario', () => {
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

  it('are placeholders, with the same placeholder for the same text', () => {
    const { scenario } = replayOf(recording, false);
    const texts = scenario.steps.map(
      ({ work, ask, fail }) => work?.current_step ?? ask?.message ?? fail?.error,
    );
    expect(texts.filter(Boolean)).toEqual(['Step 1', 'Question 1', 'Question 2', 'Question 1', 'Error 1']);
    expect(JSON.stringify(scenario)).not.toMatch(/Adler|ACME|g-1|staging/);
  });

  it('stay as they are on request', () => {
    expect(JSON.stringify(replayOf(recording, true).scenario)).toMatch(/Adler.*ACME/);
  });

  it('of sections of any shape keep the shape, with or without the texts', () => {
    const sections = [
      { title: 'One', bullets: ['a', 7] },
      { heading: 'Two', layout: 'hero' },
    ];
    const deck = [start(0), poll(1000, completed({}, { sections }))];
    expect(replayOf(deck, true).scenario.steps.at(-1)).toEqual({
      complete: { title: 'Taxis', sections: 2, presentation: { sections } },
    });
    expect(replayOf(deck, false).scenario.steps.at(-1)).toEqual({
      complete: {
        title: 'Title 1',
        sections: 2,
        presentation: {
          sections: [
            { title: 'Section 1', bullets: ['Point 1', 7] },
            { heading: 'Point 2', layout: 'hero' },
          ],
        },
      },
    });
  });

  it('of sections in the shape of Deckhand are its own sections', () => {
    const sections = [{ id: 's1', title: 'One', layout: 'quote', bullets: ['a'] }];
    expect(replayOf([start(0), poll(1000, completed({}, { sections }))]).scenario.steps.at(-1)).toEqual({
      complete: { title: 'Taxis', sections: [{ title: 'One', layout: 'quote', bullets: ['a'] }] },
    });
  });
});
