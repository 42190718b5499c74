import { describe, expect, it } from 'vitest';
import type { CoursePart } from '../../../src/generated/control-api.js';
import { textAt, viewAt } from '../../../src/panel/state/poll-view.js';
import { courseParts } from '../../../src/service/control/course-parts.js';
import { jobView } from '../../../src/service/job-view.js';
import { projectJob, slidesOf, type JobState } from '../../../src/service/project.js';
import type { Job, JobEvent } from '../../../src/store/store.js';
import fc from '../../fast-check.js';
import { arbitraryStory } from '../../scenario/arbitrary-scenario.js';
import { timelineOf } from '../../scenario/documents.js';
import { Virtual } from '../../service/control/virtual.js';
import { job } from '../../store/jobs.js';

const partAt = (course: readonly CoursePart[], at: number): CoursePart | undefined =>
  course.findLast(({ from }) => Date.parse(from) <= at);

/** What somebody does to a job that stands so, if it can be done. */
function eventFor(kind: number, state: JobState, at: number): JobEvent[] {
  if (state.status === 'completed' || state.status === 'failed') return [];
  if (state.status === 'awaiting_input') return kind > 1 ? [{ kind: 'reply', step: state.question, at }] : [];
  if (kind === 0) return [{ kind: 'stall', at }];
  return kind === 1 || kind === 2 ? [{ kind: 'ask', message: 'Who?', at }] : [];
}

describe('what the panel says a poll gets', () => {
  it('is what it gets, at any instant of any story, whatever was done to the job', () => {
    const deeds = fc.array(fc.tuple(fc.nat({ max: 3000 }), fc.nat({ max: 8 })), { maxLength: 6 });
    const instants = fc.array(fc.nat({ max: 15_000 }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(arbitraryStory, deeds, instants, fc.nat(), (story, done, times, seed) => {
        const timeline = timelineOf(story);
        const startedAt = Date.UTC(2026, 0, 15);
        let played: Job = job('gen_1', { startedAt, seed });
        const slides = slidesOf(timeline, played.template.slideCount);
        let at = startedAt;
        for (const [gap, kind] of done) {
          at += gap;
          const state = projectJob(timeline, played, slides, at);
          played = { ...played, events: [...played.events, ...eventFor(kind, state, at)] };
        }
        const course = courseParts({ job: played, timeline });
        for (const time of times) {
          const instant = startedAt + time;
          const state = projectJob(timeline, played, slides, instant);
          const part = partAt(course, instant);
          expect(part?.status).toBe(state.status);
          const view = part && viewAt('gen_1', part, instant + 0.4);
          if (state.status === 'generating') expect(view).toEqual(jobView('gen_1', state));
          else expect(view).toBeUndefined();
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    'happy-path',
    'slow-progress',
    'no-progress',
    'long-deck',
    'asks-twice',
    'never-ends',
    'awkward-text',
  ])('is what the API answers all along %s, answered on the way', async (scenario) => {
    const stage = new Virtual({ scenario });
    const id = await stage.job();
    for (let look = 0; look < 40; look += 1) {
      const { course = [] } = await stage.run('getJob', { job: id });
      const part = partAt(course, stage.at);
      const polled = await stage.poll(id);
      if (part?.figures) {
        expect(viewAt(id, part, stage.at)).toEqual(polled);
        expect(textAt(part, stage.at)).toBe(polled.progress?.current_step);
      } else {
        expect(polled.status).toBe(part?.status);
        // Asked for once, it holds as long as the part does.
        expect((await stage.run('getJob', { job: id }, undefined, { at: part?.from })).view).toEqual(polled);
        if (polled.status === 'awaiting_input') await stage.reply(id);
      }
      stage.pass(look % 3 === 0 ? 1234 : 377);
    }
  });
});
