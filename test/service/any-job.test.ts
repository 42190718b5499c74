import { describe, expect, it } from 'vitest';
import fc from '../fast-check.js';
import { projectJob, type JobState } from '../../src/service/project.js';
import { arbitraryStory } from '../scenario/arbitrary-scenario.js';
import { timelineOf } from '../scenario/documents.js';
import { job } from './store/jobs.js';

describe('any job', () => {
  const timed = fc.array(fc.nat({ max: 6000 }), { maxLength: 12 });

  it('never goes back: steps, totals and ends only move forward', () => {
    fc.assert(
      fc.property(arbitraryStory, timed, fc.nat(), (story, gaps, seed) => {
        const timeline = timelineOf(story);
        let now = 1000;
        let played = job('gen_1', { startedAt: 1000, seed });
        let before: JobState | undefined;
        for (const [index, gap] of gaps.entries()) {
          now += gap;
          const state = projectJob(timeline, played, 10, now);
          expect(projectJob(timeline, played, 10, now)).toEqual(state);
          expect(state.since).toBeLessThanOrEqual(now);
          expect(state.until).toBeGreaterThan(now);
          if (before) {
            expect(state.step).toBeGreaterThanOrEqual(before.step);
            if (before.until === Infinity && before.status !== 'awaiting_input')
              expect(state).toEqual(before);
            // A completed job can have no total.
            if ('tokens' in before && 'tokens' in state && state.tokens > 0)
              expect(state.tokens).toBeGreaterThanOrEqual(before.tokens);
          }
          before = state;
          if (state.status === 'awaiting_input' && index % 2 === 0) {
            played = { ...played, events: [...played.events, { kind: 'reply', step: state.step, at: now }] };
            const after = projectJob(timeline, played, 10, now);
            expect(after.step).toBeGreaterThan(state.step);
            before = after;
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
