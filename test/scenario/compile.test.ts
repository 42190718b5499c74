import { describe, expect, it } from 'vitest';
import { mistakesIn, playing, story, timelineOf } from './documents.js';

describe('a step with a chance', () => {
  it('is not the last one', () => {
    expect(mistakesIn(playing({ work: { for: '1s' } }, { fail: { error: 'x', chance: 0.5 } }))).toEqual([
      '/steps/1 must be complete, fail or stay without a chance, because it is the last step. Add one, such as - complete:',
    ]);
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
