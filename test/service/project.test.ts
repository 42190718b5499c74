import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/generated/control-api.js';
import { projectJob, type JobState } from '../../src/service/project.js';
import type { JobEvent } from '../../src/store/store.js';
import { playing, timelineOf } from '../scenario/documents.js';
import { job } from '../store/jobs.js';

const START = 1000;
const SLIDES = 10;

/** The state of a job with these steps, a number of milliseconds after its start. */
function standing(steps: Step[], events: JobEvent[] = [], seed = 1) {
  const timeline = timelineOf(playing(...steps));
  const played = job('gen_1', { startedAt: START, events, seed });
  return (after: number): JobState => projectJob(timeline, played, SLIDES, START + after);
}

const reply = (step: number, after: number): JobEvent => ({ kind: 'reply', step, at: START + after });
const work = (more: object = {}): Step => ({ work: { for: '10s', ...more } });
const END: Step = { complete: null };

describe('work', () => {
  it('lasts from its start up to, and not including, its end', () => {
    const at = standing([work(), END]);
    expect(at(0)).toMatchObject({ status: 'generating', step: 0, since: START, until: START + 10_000 });
    expect(at(9999).status).toBe('generating');
    expect(at(10_000)).toMatchObject({ status: 'completed', since: START + 10_000 });
  });

  it('of zero length is never visible', () => {
    expect(standing([work({ for: '0s', tokens: 90 }), END])(0)).toMatchObject({
      status: 'completed',
      tokens: 90,
    });
  });

  it('counts its tokens up evenly, in whole numbers', () => {
    const at = standing([work({ tokens: '5..100' }), END]);
    expect([0, 1, 5000, 9999, 10_000].map((after) => (at(after) as { tokens: number }).tokens)).toEqual([
      5, 5, 52, 99, 100,
    ]);
  });

  it('shows no progress before the first slide, and shows it from then on', () => {
    const at = standing([work(), work({ slides: '0%..50%' }), work(), END]);
    const progress = (after: number) => (at(after) as { progress: unknown }).progress;
    expect(progress(5000)).toBeUndefined();
    expect(progress(10_000)).toMatchObject({ completed: 0, total: SLIDES });
    expect(progress(25_000)).toMatchObject({ completed: 5, total: SLIDES });
  });

  it('hides progress until a step has slides again', () => {
    const at = standing([
      work({ slides: '0..4' }),
      work({ progress: false }),
      work(),
      work({ slides: 5 }),
      END,
    ]);
    const progress = (after: number) => (at(after) as { progress: unknown }).progress;
    expect([10_000, 20_000].map(progress)).toEqual([undefined, undefined]);
    expect(progress(30_000)).toMatchObject({ completed: 0, total: SLIDES });
  });

  it('shows another total from the step that sets it, and never more slides than that', () => {
    const at = standing([work({ slides: '0..8' }), work({ of: 5, current_step: '{done}/{slides}' }), END]);
    expect(at(9000)).toMatchObject({ progress: { total: SLIDES, completed: 7 } });
    expect(at(10_000)).toMatchObject({ progress: { total: 5, completed: 5, currentStep: '5/5' } });
  });

  it.each<[string, object, [number, number][]]>([
    [
      'percent of the deck',
      { slides: '0%..100%' },
      [
        [0, 0],
        [999, 0],
        [1000, 1],
        [9999, 9],
      ],
    ],
    [
      'numbers of slides',
      { slides: '2..6' },
      [
        [0, 2],
        [2500, 3],
        [9999, 5],
      ],
    ],
    [
      'a number to a percentage',
      { slides: '5..100%' },
      [
        [0, 5],
        [9999, 9],
      ],
    ],
    [
      'more slides than there are',
      { slides: '0..99' },
      [
        [0, 0],
        [5000, 5],
        [9999, 9],
      ],
    ],
    [
      'a percentage that is no whole slide',
      { slides: '25%..75%' },
      [
        [0, 3],
        [9999, 7],
      ],
    ],
    [
      'standing still',
      { slides: '40%..40%' },
      [
        [0, 4],
        [9999, 4],
      ],
    ],
    [
      'falling',
      { slides: '8..2' },
      [
        [0, 8],
        [5000, 5],
        [9999, 2],
      ],
    ],
  ])('counts slides in %s', (_, figures, expected) => {
    const at = standing([work(figures), END]);
    const counted = expected.map(([after]) => [
      after,
      (at(after) as { progress: { completed: number } }).progress.completed,
    ]);
    expect(counted).toEqual(expected);
  });

  it('goes on from the slides before it when only the end is given', () => {
    const at = standing([work({ slides: '0..4' }), work({ slides: 8 }), END]);
    expect(at(10_000)).toMatchObject({ progress: { completed: 4 } });
    expect(at(15_000)).toMatchObject({ progress: { completed: 6 } });
  });
});

describe('the step text of the progress', () => {
  const text = (at: (after: number) => JobState, after: number) =>
    (at(after) as { progress?: { currentStep: string } }).progress?.currentStep;

  it('contains the current slide and the total in place of their names', () => {
    const at = standing([work({ slides: '0%..100%', current_step: '{slide}/{slides}, {slide}!' }), END]);
    expect([text(at, 0), text(at, 5000), text(at, 9999)]).toEqual(['1/10, 1!', '6/10, 6!', '10/10, 10!']);
  });

  it('never names a slide after the last', () => {
    const at = standing([work({ slides: '100%..100%', current_step: '{slide}' }), END]);
    expect(text(at, 0)).toBe('10');
  });

  it('leaves other braces as they are', () => {
    const at = standing([work({ slides: '0%', current_step: '{name} {{slides}} {x} $&' }), END]);
    expect(text(at, 0)).toBe('{name} {10} {x} $&');
  });

  it('is that of the step before when a step has none, and a default when no step has one', () => {
    expect(text(standing([work({ slides: '0%' }), END]), 0)).toBe('Writing slide 1 of 10');
    const at = standing([work({ current_step: 'Reading' }), work({ slides: '0%' }), END]);
    expect(text(at, 10_000)).toBe('Reading');
  });
});

describe('a question', () => {
  const ask: Step = { ask: { message: 'Who?', wait: '5s' } };

  it('is open from its start up to, and not including, the end of its wait', () => {
    const at = standing([work(), ask, END]);
    expect(at(9999).status).toBe('generating');
    expect(at(10_000)).toMatchObject({ status: 'awaiting_input', message: 'Who?', until: START + 15_000 });
    expect(at(14_999).status).toBe('awaiting_input');
    expect(at(15_000).status).toBe('failed');
  });

  it('ends at the instant of the reply', () => {
    const at = standing([ask, work(), END], [reply(0, 2000)]);
    expect(at(1999).status).toBe('awaiting_input');
    expect(at(2000)).toMatchObject({ status: 'generating', since: START + 2000, until: START + 12_000 });
  });

  it('fails with its error without a reply, and stays failed', () => {
    const at = standing([{ ask: { message: 'Who?', wait: '5s', error: 'Too late.' } }, END]);
    expect(at(5000)).toMatchObject({ status: 'failed', error: 'Too late.', since: START + 5000 });
    expect(at(9e9)).toEqual(at(5000));
  });

  it('goes on without a reply when the scenario says so', () => {
    const at = standing([{ ask: { message: 'Who?', wait: '5s', otherwise: 'continue' } }, work(), END]);
    expect(at(5000)).toMatchObject({ status: 'generating', since: START + 5000 });
  });

  it('waits for ever without a time limit', () => {
    expect(standing([{ ask: { message: 'Who?' } }, END])(9e12)).toMatchObject({
      status: 'awaiting_input',
      until: Infinity,
    });
  });

  it('is followed by the next, each with its own reply', () => {
    const again: Step = { ask: { message: 'Sure?', wait: '5s' } };
    const at = standing([ask, again, END], [reply(0, 1000), reply(1, 4000)]);
    expect([0, 1000, 3999, 4000].map((after) => at(after).status)).toEqual([
      'awaiting_input',
      'awaiting_input',
      'awaiting_input',
      'completed',
    ]);
    expect(at(1000)).toMatchObject({ message: 'Sure?', since: START + 1000 });
  });

  it('accepts its first reply only', () => {
    const at = standing([ask, work(), END], [reply(0, 1000), reply(0, 3000)]);
    expect(at(4000)).toMatchObject({ since: START + 1000 });
  });

  it('shows no tokens, and does not lose them', () => {
    const at = standing([work({ tokens: 90 }), ask, work(), END], [reply(1, 12_000)]);
    expect(at(11_000)).not.toHaveProperty('tokens');
    expect(at(12_000)).toMatchObject({ tokens: 90 });
  });
});

describe('an end', () => {
  it('is final, whatever the time', () => {
    for (const end of [END, { fail: { error: 'Broken.' } }]) {
      const at = standing([work({ tokens: 90 }), end]);
      expect(at(9e12)).toEqual(at(10_000));
      expect(at(10_000)).toMatchObject({ step: 1, until: Infinity });
    }
  });

  it('of a failure has its error', () => {
    expect(standing([{ fail: { error: 'Broken.' } }])(0)).toMatchObject({
      status: 'failed',
      error: 'Broken.',
    });
  });

  it('of a completed job has the final total', () => {
    expect(standing([work({ tokens: '5..90' }), work(), END])(20_000)).toMatchObject({ tokens: 90 });
  });

  it('that stays keeps the last progress for ever', () => {
    const at = standing([
      work({ tokens: 90, slides: '0%..90%', current_step: 'Now {slide}' }),
      { stay: null },
    ]);
    expect(at(10_000)).toMatchObject({
      status: 'generating',
      tokens: 90,
      until: Infinity,
      progress: { completed: 9, currentStep: 'Now 10' },
    });
    expect(at(9e12)).toEqual(at(10_000));
  });

  it('that stays can have another step text', () => {
    const at = standing([work({ slides: 2 }), { stay: { current_step: 'Stuck at {slide}' } }]);
    expect(at(10_000)).toMatchObject({ progress: { currentStep: 'Stuck at 3' } });
  });

  it('that stays from the start shows nothing', () => {
    expect(standing([{ stay: null }])(5000)).toMatchObject({ tokens: 0, progress: undefined });
  });
});

describe('a step with a chance', () => {
  const timeline = timelineOf(
    playing(
      { work: { for: '1s' } },
      { ask: { message: 'Who?', wait: '1s', otherwise: 'continue', chance: 0.3 } },
      { fail: { error: 'x', chance: 0.2 } },
      { complete: null },
    ),
  );
  const at = (seed: number, after: number): string =>
    projectJob(timeline, job('gen_1', { startedAt: START, events: [], seed }), SLIDES, START + after).status;
  const seeds = Array.from({ length: 2000 }, (_, seed) => seed * 7919);
  const share = (status: string, after: number): number =>
    seeds.filter((seed) => at(seed, after) === status).length / seeds.length;

  it('is in about that share of the jobs', () => {
    expect(share('awaiting_input', 1500)).toBeCloseTo(0.3, 1);
    expect(share('failed', 3000)).toBeCloseTo(0.2, 1);
    expect(share('completed', 3000)).toBeCloseTo(0.8, 1);
  });

  it('is the same for a job at every look', () => {
    for (const seed of seeds.slice(0, 100)) expect(at(seed, 1500)).toBe(at(seed, 1500));
  });

  it('takes no time in a job that does not have it', () => {
    const seed = seeds.find((each) => at(each, 1500) === 'completed');
    expect(seed).toBeDefined();
    expect(at(seed as number, 1000)).toBe('completed');
  });
});
