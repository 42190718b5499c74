import { describe, expect, it } from 'vitest';
import { mistakesIn, playing, story } from './documents.js';

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
