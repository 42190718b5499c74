import { describe, expect, it } from 'vitest';
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

  it('has an id that depends on its content and its name only', () => {
    const id = timelineOf(story()).id;
    expect(timelineOf(story()).id).toBe(id);
    expect(timelineOf(story({ title: 'Another' })).id).not.toBe(id);
    expect(timelineOf(story(), 'renamed').id).not.toBe(id);
  });
});
