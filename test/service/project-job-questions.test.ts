import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/generated/control-api.js';
import { projectJob } from '../../src/service/project-job.js';
import { scenarioOfSteps, compileOrThrow } from '../scenario/test-scenarios.js';
import { job } from './store/test-jobs.js';
import { COMPLETE_STEP, SLIDES, START, reply, jobStateAfter, work } from './job-state-after.js';

describe('a question', () => {
  const ask: Step = { ask: { message: 'Who?', timeout: '5s' } };

  it('is open from its start up to, and not including, its timeout', () => {
    const at = jobStateAfter([work(), ask, COMPLETE_STEP]);
    expect(at(9999).status).toBe('generating');
    expect(at(10_000)).toMatchObject({ status: 'awaiting_input', message: 'Who?', until: START + 15_000 });
    expect(at(14_999).status).toBe('awaiting_input');
    expect(at(15_000).status).toBe('failed');
  });

  it('fails with its error without a reply, and stays failed', () => {
    const at = jobStateAfter([
      { ask: { message: 'Who?', timeout: '5s', error: 'Too late.' } },
      COMPLETE_STEP,
    ]);
    expect(at(5000)).toMatchObject({ status: 'failed', error: 'Too late.', since: START + 5000 });
    expect(at(9e9)).toEqual(at(5000));
  });

  it('shows no tokens, and does not lose them', () => {
    const at = jobStateAfter([work({ tokens: 90 }), ask, work(), COMPLETE_STEP], [reply(1, 12_000)]);
    expect(at(11_000)).not.toHaveProperty('tokens');
    expect(at(12_000)).toMatchObject({ tokens: 90 });
  });
});

describe('an end', () => {
  it('that stalls keeps the last progress', () => {
    const at = jobStateAfter([
      work({ tokens: 90, slides: '0%..90%', current_step: 'Now {slide}' }),
      { stall: null },
    ]);
    expect(at(10_000)).toMatchObject({
      status: 'generating',
      tokens: 90,
      until: Infinity,
      progress: { completed: 9, currentStep: 'Now 10' },
    });
    expect(at(9e12)).toEqual(at(10_000));
  });
});

describe('a step with a probability', () => {
  const timeline = compileOrThrow(
    scenarioOfSteps(
      { generate: { for: '1s' } },
      { ask: { message: 'Who?', timeout: '1s', on_timeout: 'continue', probability: 0.3 } },
      { fail: { error: 'x', probability: 0.2 } },
      { complete: null },
    ),
  );
  const at = (seed: number, after: number): string =>
    projectJob(timeline, job('gen_1', { startedAt: START, events: [], seed }), SLIDES, START + after).status;
  const seeds = Array.from({ length: 2000 }, (_, seed) => seed * 7919);
  const share = (status: string, after: number): number =>
    seeds.filter((seed) => at(seed, after) === status).length / seeds.length;

  it('is in about that fraction of the jobs', () => {
    expect(share('awaiting_input', 1500)).toBeCloseTo(0.3, 1);
    expect(share('failed', 3000)).toBeCloseTo(0.2, 1);
    expect(share('completed', 3000)).toBeCloseTo(0.8, 1);
  });
});
