import { describe, expect, it } from 'vitest';
import type { TimelinePart } from '../../../src/generated/control-api.js';
import { textAt, statusViewAt } from '../../../src/panel/state/status-view.js';
import { buildTimelineParts } from '../../../src/service/control/timeline-parts.js';
import { buildJobView } from '../../../src/service/job-view.js';
import { projectJob, getSlideCount, type JobState } from '../../../src/service/project-job.js';
import type { Job, JobEvent } from '../../../src/service/store/store.js';
import fc from '../../fast-check.js';
import { arbitraryFaultFreeScenario } from '../../scenario/arbitrary-scenario.js';
import { compileOrThrow } from '../../scenario/test-scenarios.js';
import { ControlHarness } from '../../service/control/control-harness.js';
import { job } from '../../service/store/test-jobs.js';
import type { ScenarioName } from '../../../src/app/scenario-names.js';

const partAt = (timeline: readonly TimelinePart[], at: number): TimelinePart | undefined =>
  timeline.findLast(({ from }) => Date.parse(from) <= at);

/** An intervention that is possible in this state of a job. */
function eventFor(kind: number, state: JobState, at: number): JobEvent[] {
  if (state.status === 'completed' || state.status === 'failed') return [];
  if (state.status === 'awaiting_input') return kind > 1 ? [{ kind: 'reply', step: state.question, at }] : [];
  if (kind === 0) return [{ kind: 'stall', at }];
  return kind === 1 || kind === 2 ? [{ kind: 'ask', message: 'Who?', at }] : [];
}

describe('the status response that the panel computes', () => {
  it('equals that of the service, at any time of any scenario, after any interventions', () => {
    const interventions = fc.array(fc.tuple(fc.nat({ max: 3000 }), fc.nat({ max: 8 })), { maxLength: 6 });
    const instants = fc.array(fc.nat({ max: 15_000 }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(
        arbitraryFaultFreeScenario,
        interventions,
        instants,
        fc.nat(),
        (scenario, done, times, seed) => {
          const timeline = compileOrThrow(scenario);
          const startedAt = Date.UTC(2026, 0, 15);
          let playedJob: Job = job('gen_1', { startedAt, seed });
          const slides = getSlideCount(timeline, playedJob.template.slideCount);
          let at = startedAt;
          for (const [interval, kind] of done) {
            at += interval;
            const state = projectJob(timeline, playedJob, slides, at);
            playedJob = { ...playedJob, events: [...playedJob.events, ...eventFor(kind, state, at)] };
          }
          const parts = buildTimelineParts({ job: playedJob, timeline });
          for (const time of times) {
            const instant = startedAt + time;
            const state = projectJob(timeline, playedJob, slides, instant);
            const part = partAt(parts, instant);
            expect(part?.status).toBe(state.status);
            const view = part && statusViewAt('gen_1', part, instant + 0.4);
            if (state.status === 'generating') expect(view).toEqual(buildJobView('gen_1', state));
            else expect(view).toBeUndefined();
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each(['happy-path', 'asks-twice', 'awkward-text'])(
    'equals the response of the API at every poll of %s',
    async (scenario) => {
      const harness = new ControlHarness({ scenario: scenario as ScenarioName });
      const id = await harness.job();
      for (let poll = 0; poll < 40; poll += 1) {
        const { timeline = [] } = await harness.run('getJob', { job: id });
        const part = partAt(timeline, harness.at);
        const polled = await harness.poll(id);
        if (part?.progress_range) {
          expect(statusViewAt(id, part, harness.at)).toEqual(polled);
          expect(textAt(part, harness.at)).toBe(polled.progress?.current_step);
        } else {
          expect(polled.status).toBe(part?.status);
          // The response of a part without a progress range does not change until the part ends.
          expect(
            (await harness.run('getJob', { job: id }, undefined, { at: part?.from })).status_response,
          ).toEqual(polled);
          if (polled.status === 'awaiting_input') await harness.reply(id);
        }
        harness.advanceRealTime(poll % 3 === 0 ? 1234 : 377);
      }
    },
  );
});
