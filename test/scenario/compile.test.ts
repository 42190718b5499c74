import { describe, expect, it } from 'vitest';
import { issuesOf, scenarioOfSteps, completingScenario, compileOrThrow } from './test-scenarios.js';

describe('a step with a probability', () => {
  it('is not the last one', () => {
    expect(
      issuesOf(scenarioOfSteps({ generate: { for: '1s' } }, { fail: { error: 'x', probability: 0.5 } })),
    ).toEqual([
      '/steps/1 must be complete, fail or stall without a probability, because it is the last step. Add one, such as - complete:',
    ]);
  });
});

describe('a timeline', () => {
  it('has the settings of the scenario', () => {
    const document = completingScenario({
      description: '\n  Two lines,\nand no more.\n',
      match: { prompt: 'HARBOUR Taxis', template_id: 'tpl_pitch' },
      workspace: { plan: 'pro', api_enabled: false },
      rate_limit: '20/1m',
      seed: 7,
      violates: ['response/success-body-is-json'],
    });
    expect(compileOrThrow(document, 'named')).toMatchObject({
      name: 'named',
      title: 'A scenario',
      description: 'Two lines,\nand no more.',
      match: { prompt: 'harbour taxis', templateId: 'tpl_pitch' },
      access: { plan: 'pro', apiEnabled: false },
      rateLimit: { requests: 20, windowMs: 60_000 },
      seed: 7,
      violates: ['response/success-body-is-json'],
    });
  });

  it('has an id that depends on its content and its name only', () => {
    const id = compileOrThrow(completingScenario()).id;
    expect(compileOrThrow(completingScenario()).id).toBe(id);
    expect(compileOrThrow(completingScenario({ title: 'Another' })).id).not.toBe(id);
    expect(compileOrThrow(completingScenario(), 'renamed').id).not.toBe(id);
  });
});
