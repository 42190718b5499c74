import { describe, expect, it } from 'vitest';
import { issuesOf, scenarioOfSteps } from './test-scenarios.js';

describe('an error that the schema does not find', () => {
  it.each([
    [
      'a step after stall',
      scenarioOfSteps({ stall: null }, { complete: null }),
      '/steps/1 is unreachable: steps[0] (stall) ends the scenario',
    ],
    [
      'tokens that decrease within a step',
      scenarioOfSteps({ generate: { for: '1s', tokens: '90..80' } }, { stall: null }),
      '/steps/0/generate/tokens must end at 90 or more',
    ],
    [
      'tokens that decrease between steps',
      scenarioOfSteps(
        { generate: { for: '1s', tokens: 90 } },
        { generate: { for: '1s', tokens: '80..99' } },
        { stall: null },
      ),
      '/steps/1/generate/tokens must start at 90 or more',
    ],
    [
      'on_timeout without timeout',
      scenarioOfSteps({ ask: { message: 'Why?', on_timeout: 'continue' } }, { stall: null }),
      '/steps/0/ask/on_timeout has no effect: without timeout',
    ],
  ])('is %s', (_, document, issue) => {
    const issues = issuesOf(document);
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(issue);
  });

  it.each(['{slid}', '{slide_}'])('is a misspelt placeholder like %s', (text) => {
    const step = { generate: { for: '1s', slides: 3, current_step: text } } as const;
    expect(issuesOf(scenarioOfSteps(step, { stall: null }))).toEqual([
      expect.stringMatching(
        /^\/steps\/0\/generate\/current_step has the placeholder .*Did you mean \{slide\}\?$/,
      ),
    ]);
  });

  it('is a final total below the total of the steps, except 0', () => {
    const step = { generate: { for: '1s', tokens: 90 } };
    expect(issuesOf(scenarioOfSteps(step, { complete: { tokens: 89 } }))).toEqual([
      expect.stringContaining('/steps/1/complete/tokens must be 90 or more'),
    ]);
    for (const tokens of [0, 90])
      expect(issuesOf(scenarioOfSteps(step, { complete: { tokens } }))).toEqual([]);
  });

  it('is not another word in braces', () => {
    const text = '{slide} {slides_total} {name} {} {a b} {{x}} {';
    expect(
      issuesOf(scenarioOfSteps({ generate: { for: '1s', current_step: text } }, { stall: null })),
    ).toEqual([]);
  });
});
