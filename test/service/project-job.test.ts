import { describe, expect, it } from 'vitest';
import type { JobState } from '../../src/service/project-job.js';
import { COMPLETE_STEP, SLIDES, START, jobStateAfter, work } from './job-state-after.js';

describe('generate', () => {
  it('lasts from its start up to, and not including, its end', () => {
    const at = jobStateAfter([work(), COMPLETE_STEP]);
    expect(at(0)).toMatchObject({ status: 'generating', step: 0, since: START, until: START + 10_000 });
    expect(at(9999).status).toBe('generating');
    expect(at(10_000)).toMatchObject({ status: 'completed', since: START + 10_000 });
  });

  it('hides progress until a step has slides again', () => {
    const at = jobStateAfter([
      work({ slides: '0..4' }),
      work({ progress: false }),
      work(),
      work({ slides: 5 }),
      COMPLETE_STEP,
    ]);
    const progress = (after: number) => (at(after) as { progress: unknown }).progress;
    expect([10_000, 20_000].map(progress)).toEqual([undefined, undefined]);
    expect(progress(30_000)).toMatchObject({ completed: 0, total: SLIDES });
  });

  it('shows another total from the step that sets it, and never more slides than that', () => {
    const at = jobStateAfter([
      work({ slides: '0..8' }),
      work({ slides_total: 5, current_step: '{slides_completed}/{slides_total}' }),
      COMPLETE_STEP,
    ]);
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
  ])('counts slides in %s', (_, fields, expected) => {
    const at = jobStateAfter([work(fields), COMPLETE_STEP]);
    const counted = expected.map(([after]) => [
      after,
      (at(after) as { progress: { completed: number } }).progress.completed,
    ]);
    expect(counted).toEqual(expected);
  });
});

describe('the step text of the progress', () => {
  const text = (at: (after: number) => JobState, after: number) =>
    (at(after) as { progress?: { currentStep: string } }).progress?.currentStep;

  it('contains the current slide and the total in place of their names', () => {
    const at = jobStateAfter([
      work({ slides: '0%..100%', current_step: '{slide}/{slides_total}, {slide}!' }),
      COMPLETE_STEP,
    ]);
    expect([text(at, 0), text(at, 5000), text(at, 9999)]).toEqual(['1/10, 1!', '6/10, 6!', '10/10, 10!']);
  });

  it('never names a slide after the last', () => {
    const at = jobStateAfter([work({ slides: '100%..100%', current_step: '{slide}' }), COMPLETE_STEP]);
    expect(text(at, 0)).toBe('10');
  });

  it('is that of the step before when a step has none, and a default when no step has one', () => {
    expect(text(jobStateAfter([work({ slides: '0%' }), COMPLETE_STEP]), 0)).toBe('Writing slide 1 of 10');
    const at = jobStateAfter([work({ current_step: 'Reading' }), work({ slides: '0%' }), COMPLETE_STEP]);
    expect(text(at, 10_000)).toBe('Reading');
  });
});
