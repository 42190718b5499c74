import { describe, expect, it } from 'vitest';
import { compileScenario } from '../../src/scenario/compile.js';
import { mistakesIn, playing, story, timelineOf } from './documents.js';

const stepsOf = (...steps: Parameters<typeof playing>) => timelineOf(playing(...steps)).steps;

describe('a work step', () => {
  it('has compiled figures', () => {
    const [work] = stepsOf(
      { work: { for: '2s', slides: '0%..50%', of: 6, tokens: '10..300', current_step: 'Slide {slide}' } },
      { complete: null },
    );
    expect(work).toEqual({
      kind: 'work',
      duration: { min: 2000, max: 2000 },
      slides: { from: { share: 0 }, to: { share: 0.5 } },
      total: 6,
      hidesProgress: false,
      tokens: { from: 10, to: 300 },
      currentStep: 'Slide {slide}',
    });
  });

  it('can have a range as its length', () => {
    expect(stepsOf({ work: { for: '1s..3s' } }, { complete: null })[0]).toMatchObject({
      duration: { min: 1000, max: 3000 },
    });
  });

  it('without figures keeps the running total and the slides', () => {
    const [, second] = stepsOf({ work: { for: '1s', tokens: 90 } }, { work: { for: '1s' } }, { stay: null });
    expect(second).toMatchObject({ tokens: { from: 90, to: 90 }, slides: undefined });
  });

  it('with one figure begins at the end of the previous step', () => {
    const [first, second] = stepsOf(
      { work: { for: '1s', tokens: 90, slides: 3 } },
      { work: { for: '1s', tokens: '120', slides: '8' } },
      { stay: null },
    );
    expect(first).toMatchObject({ tokens: { from: 0, to: 90 }, slides: { to: { slides: 3 } } });
    expect(second).toMatchObject({
      tokens: { from: 90, to: 120 },
      slides: { from: undefined, to: { slides: 8 } },
    });
  });

  it('has at most 100 % of the slides', () => {
    expect(stepsOf({ work: { for: '1s', slides: '0%..150%' } }, { stay: null })[0]).toMatchObject({
      slides: { to: { share: 1 } },
    });
  });
});

describe('a step with a chance', () => {
  it('keeps its chance', () => {
    const [work, ask, fail, stay] = stepsOf(
      { work: { for: '1s', chance: 0.5 } },
      { ask: { message: 'Why?', chance: 0.25 } },
      { fail: { error: 'x', chance: 0.1 } },
      { stay: { chance: 0.02 } },
      { complete: null },
    );
    expect([work, ask, fail, stay]).toMatchObject([
      { chance: 0.5 },
      { chance: 0.25 },
      { chance: 0.1 },
      { chance: 0.02 },
    ]);
  });

  it('is not the last one', () => {
    expect(mistakesIn(playing({ work: { for: '1s' } }, { fail: { error: 'x', chance: 0.5 } }))).toEqual([
      '/steps/1 must be complete, fail or stay without a chance, because it is the last step. Add one, such as - complete:',
    ]);
  });

  it('does not make later steps unreachable', () => {
    expect(mistakesIn(playing({ fail: { error: 'x', chance: 0.5 } }, { complete: null }))).toEqual([]);
  });
});

describe('a question', () => {
  const ask = (more: object = {}) => stepsOf({ ask: { message: 'Why?', ...more } }, { complete: null })[0];

  it('waits forever without a time', () => {
    expect(ask()).toMatchObject({ kind: 'ask', message: 'Why?', wait: { min: Infinity, max: Infinity } });
  });

  it('fails without a reply in time, with its own error or the default error', () => {
    expect(ask({ wait: '3s' })).toMatchObject({ otherwise: { error: 'No reply was received in time.' } });
    expect(ask({ wait: '3s', error: 'Too late.' })).toMatchObject({ otherwise: { error: 'Too late.' } });
  });

  it('can continue without a reply', () => {
    expect(ask({ wait: '3s..5s', otherwise: 'continue' })).toMatchObject({
      wait: { min: 3000, max: 5000 },
      otherwise: 'continue',
    });
  });
});

describe('an end', () => {
  it('is complete, with the fields of the presentation', () => {
    expect(stepsOf({ complete: null })).toEqual([
      { kind: 'complete', title: undefined, sections: undefined, tokens: undefined, isPublic: false },
    ]);
    expect(stepsOf({ complete: { tokens: 7, is_public: true } })).toMatchObject([
      { tokens: 7, isPublic: true },
    ]);
    expect(stepsOf({ complete: { title: 'T', sections: 3 } })).toMatchObject([
      { kind: 'complete', title: 'T', sections: 3 },
    ]);
  });

  it('is fail, with its error', () => {
    expect(stepsOf({ fail: { error: 'E' } })).toEqual([{ kind: 'fail', error: 'E' }]);
  });

  it('is stay, with or without a text', () => {
    expect(stepsOf({ stay: null })).toEqual([{ kind: 'stay', currentStep: undefined }]);
    expect(stepsOf({ stay: { current_step: 'Still' } })).toEqual([{ kind: 'stay', currentStep: 'Still' }]);
  });
});

describe('a mistake that the schema does not find', () => {
  it.each([
    [
      'a scenario without an end',
      playing({ work: { for: '1s' } }),
      '/steps/0 must be complete, fail or stay',
    ],
    [
      'a step after the end',
      playing({ complete: null }, { work: { for: '1s' } }),
      '/steps/1 is never reached: steps[0] (complete) ends the scenario',
    ],
    [
      'a step after a failure',
      playing({ work: { for: '1s' } }, { fail: { error: 'E' } }, { complete: null }),
      '/steps/2 is never reached: steps[1] (fail) ends the scenario',
    ],
    [
      'a step after stay',
      playing({ stay: null }, { complete: null }),
      '/steps/1 is never reached: steps[0] (stay) ends the scenario',
    ],
    [
      'tokens that fall within a step',
      playing({ work: { for: '1s', tokens: '90..80' } }, { stay: null }),
      '/steps/0/work/tokens must end at 90 or more',
    ],
    [
      'tokens that fall between steps',
      playing({ work: { for: '1s', tokens: 90 } }, { work: { for: '1s', tokens: '80..99' } }, { stay: null }),
      '/steps/1/work/tokens must begin at 90 or more',
    ],
    [
      'a single figure below the running total',
      playing({ work: { for: '1s', tokens: 90 } }, { work: { for: '1s', tokens: 80 } }, { stay: null }),
      '/steps/1/work/tokens must end at 90 or more',
    ],
    [
      'a length from long to short',
      playing({ work: { for: '3s..1s' } }, { stay: null }),
      '/steps/0/work/for must be a range from the shorter to the longer time',
    ],
    [
      'a wait from long to short',
      playing({ ask: { message: 'Why?', wait: '3s..1s' } }, { stay: null }),
      '/steps/0/ask/wait must be a range from the shorter to the longer time',
    ],
    [
      'otherwise without wait',
      playing({ ask: { message: 'Why?', otherwise: 'continue' } }, { stay: null }),
      '/steps/0/ask/otherwise has no effect: without wait',
    ],
    [
      'error without wait',
      playing({ ask: { message: 'Why?', error: 'E' } }, { stay: null }),
      '/steps/0/ask/error has no effect: without wait',
    ],
  ])('is %s', (_, document, mistake) => {
    const mistakes = mistakesIn(document);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(mistake);
  });

  it('is reported together with all others', () => {
    const document = playing(
      { work: { for: '3s..1s', tokens: '9..8' } },
      { complete: null },
      { work: { for: '1s' } },
    );
    expect(mistakesIn(document).map((mistake) => mistake.split(' ')[0])).toEqual([
      '/steps/0/work/tokens',
      '/steps/0/work/for',
      '/steps/2',
    ]);
  });

  it('is a rate limit with a window of zero', () => {
    expect(mistakesIn(story({ rate_limit: '20/0s' })).join()).toContain('/rate_limit');
  });

  it('is a duration too long for a number', () => {
    expect(mistakesIn(playing({ work: { for: `${'9'.repeat(400)}h` } }, { stay: null })).join()).toContain(
      '/steps/0/work/for',
    );
  });

  it.each(['{slid}', '{Slide}', '{slidse} of {slides}', '{slide_}'])(
    'is a misspelt placeholder like %s',
    (text) => {
      const work = { work: { for: '1s', slides: 3, current_step: text } } as const;
      expect(mistakesIn(playing(work, { stay: null }))).toEqual([
        expect.stringMatching(
          /^\/steps\/0\/work\/current_step has the placeholder .*Did you mean \{slides?\}\?$/,
        ),
      ]);
    },
  );

  it('is a figure of hidden progress', () => {
    const work = { work: { for: '1s', progress: false as const, slides: 3, of: 8 } };
    expect(mistakesIn(playing(work, { stay: null }))).toEqual([
      '/steps/0/work/slides has no effect: progress is false',
      '/steps/0/work/of has no effect: progress is false',
    ]);
  });

  it('is a final total below the total of the steps, except 0', () => {
    const work = { work: { for: '1s', tokens: 90 } };
    expect(mistakesIn(playing(work, { complete: { tokens: 89 } }))).toEqual([
      expect.stringContaining('/steps/1/complete/tokens must be 90 or more'),
    ]);
    for (const tokens of [0, 90]) expect(mistakesIn(playing(work, { complete: { tokens } }))).toEqual([]);
  });

  it('is a misspelt placeholder in stay', () => {
    const text = '{slid}';
    expect(mistakesIn(playing({ stay: { current_step: text } }))).toEqual([
      expect.stringContaining('/steps/0/stay/current_step has the placeholder {slid}. Did you mean {slide}?'),
    ]);
  });

  it('is not another word in braces', () => {
    const text = '{slide} {slides} {name} {} {a b} {{x}} {';
    expect(mistakesIn(playing({ work: { for: '1s', current_step: text } }, { stay: null }))).toEqual([]);
  });

  it('is the error of a question that continues without a reply', () => {
    const ask = { message: 'Why?', wait: '3s', otherwise: 'continue', error: 'Unused.' } as const;
    expect(mistakesIn(playing({ ask }, { stay: null })).join()).toContain('/steps/0/ask/error has no effect');
  });

  it('is a number that JavaScript writes with an exponent', () => {
    for (const figure of [{ tokens: 1e23 }, { slides: 1e23 }]) {
      expect(mistakesIn(playing({ work: { for: '1s', ...figure } }, { stay: null }))).toHaveLength(1);
    }
  });

  it('is a running total too large for a number', () => {
    expect(
      mistakesIn(playing({ work: { for: '1s', tokens: '9'.repeat(400) } }, { stay: null })).join(),
    ).toContain('/steps/0/work/tokens');
  });
});

describe('a timeline', () => {
  it('has the settings of the whole scenario', () => {
    const document = story({
      description: '\n  Two lines,\nand no more.\n',
      match: { prompt: 'HARBOUR Taxis', template_id: 'tpl_pitch' },
      workspace: { plan: 'pro', api_enabled: false },
      rate_limit: '20/1m',
      seed: 7,
      violates: ['wire/success-bodies-are-json'],
    });
    expect(timelineOf(document, 'named')).toMatchObject({
      name: 'named',
      title: 'A story',
      description: 'Two lines,\nand no more.',
      match: { prompt: 'harbour taxis', templateId: 'tpl_pitch' },
      access: { plan: 'pro', apiEnabled: false },
      rateLimit: { requests: 20, window: 60_000 },
      seed: 7,
      violates: ['wire/success-bodies-are-json'],
    });
  });

  it('has undefined for absent settings', () => {
    expect(timelineOf(story())).toMatchObject({
      match: undefined,
      access: undefined,
      rateLimit: undefined,
      seed: undefined,
      faults: [],
      violates: [],
    });
  });

  it('has an id that depends on its content and its name only', () => {
    const id = timelineOf(story()).id;
    expect(timelineOf(story()).id).toBe(id);
    expect(timelineOf(story({ title: 'Another' })).id).not.toBe(id);
    expect(timelineOf(story(), 'renamed').id).not.toBe(id);
  });

  it('is returned only without mistakes', () => {
    expect(compileScenario('story', playing({ work: { for: '1s' } }))).not.toHaveProperty('timeline');
    expect(compileScenario('story', story())).not.toHaveProperty('mistakes');
  });
});
