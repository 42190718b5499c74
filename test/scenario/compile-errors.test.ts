import { describe, expect, it } from 'vitest';
import { issuesOf, scenarioOfSteps } from './test-scenarios.js';

describe('a mistake that the schema does not find', () => {
  it.each([
    [
      'a step after stay',
      scenarioOfSteps({ stall: null }, { complete: null }),
      '/steps/1 is never reached: steps[0] (stay) ends the scenario',
    ],
    [
      'tokens that fall within a step',
      scenarioOfSteps({ generate: { for: '1s', tokens: '90..80' } }, { stall: null }),
      '/steps/0/generate/tokens must end at 90 or more',
    ],
    [
      'tokens that fall between steps',
      scenarioOfSteps(
        { generate: { for: '1s', tokens: 90 } },
        { generate: { for: '1s', tokens: '80..99' } },
        { stall: null },
      ),
      '/steps/1/generate/tokens must begin at 90 or more',
    ],
    [
      'otherwise without wait',
      scenarioOfSteps({ ask: { message: 'Why?', on_timeout: 'continue' } }, { stall: null }),
      '/steps/0/ask/otherwise has no effect: without wait',
    ],
  ])('is %s', (_, document, mistake) => {
    const mistakes = issuesOf(document);
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toContain(mistake);
  });

  it.each(['{slid}', '{slide_}'])('is a misspelt placeholder like %s', (text) => {
    const work = { generate: { for: '1s', slides: 3, current_step: text } } as const;
    expect(issuesOf(scenarioOfSteps(work, { stall: null }))).toEqual([
      expect.stringMatching(
        /^\/steps\/0\/work\/current_step has the placeholder .*Did you mean \{slides?\}\?$/,
      ),
    ]);
  });

  it('is a final total below the total of the steps, except 0', () => {
    const work = { generate: { for: '1s', tokens: 90 } };
    expect(issuesOf(scenarioOfSteps(work, { complete: { tokens: 89 } }))).toEqual([
      expect.stringContaining('/steps/1/complete/tokens must be 90 or more'),
    ]);
    for (const tokens of [0, 90])
      expect(issuesOf(scenarioOfSteps(work, { complete: { tokens } }))).toEqual([]);
  });

  it('is not another word in braces', () => {
    const text = '{slide} {slides_total} {name} {} {a b} {{x}} {';
    expect(
      issuesOf(scenarioOfSteps({ generate: { for: '1s', current_step: text } }, { stall: null })),
    ).toEqual([]);
  });
});
