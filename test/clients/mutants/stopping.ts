/** Clients that go on polling without a reason. */
import type { ClientMutant } from '../client-case.js';

const COMPLETED = 'client/stops-when-completed';
const FAILED = 'client/stops-when-failed';
const ASKED = 'client/stops-to-act-when-asked';

export const stopping: readonly ClientMutant[] = [
  {
    id: 'polls-three-times-more',
    title: 'Polls three times more after it saw the job completed.',
    breaks: [COMPLETED],
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed', 2000);
      await me.polls(id, 3, 2000);
    },
  },
  {
    id: 'polls-on-with-longer-waits',
    title: 'Polls on after completed, and waits twice as long each time.',
    breaks: [COMPLETED],
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      for (let wait = 6000; wait < 200_000; wait *= 2) await me.polls(id, 1, wait);
    },
  },
  {
    id: 'polls-faster-after-completed',
    title: 'Polls in a loop without waits once the job is completed.',
    breaks: [COMPLETED, 'client/never-polls-in-a-tight-loop'],
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      await me.polls(id, 12, 0);
    },
  },
  {
    id: 'polls-on-while-the-test-steers',
    title: 'Polls on after completed, on a paused clock.',
    breaks: [COMPLETED],
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await world.steer('pauseClock');
      await world.steer('advanceClock', { by: '1m' });
      await me.poll(id);
      await me.polls(id, 10, 3000);
    },
  },
  {
    id: 'polls-on-while-asked',
    title: 'Polls on despite a question.',
    scenario: 'asks-a-question',
    breaks: [ASKED],
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      await me.polls(id, 8, 3000);
    },
  },
  {
    id: 'polls-for-ever',
    title: 'Polls a job that never ends for two hours.',
    scenario: 'never-ends',
    breaks: ['client/polls-nothing-for-ever'],
    act: async ({ tab }) => {
      const me = tab();
      await me.polls(await me.job(), 1450, 5000);
    },
  },
  {
    id: 'polls-once-more-alone',
    title: 'Polls once more after completed, where a test has only one client.',
    breaks: [COMPLETED],
    judging: { strict: true },
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      await me.polls(id, 1, 3000);
    },
  },
  {
    id: 'polls-slowly-after-completed-alone',
    title: 'Polls three times more, ten seconds apart, where a test has only one client.',
    breaks: [COMPLETED],
    judging: { strict: true },
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      await me.polls(id, 3, 10_000);
    },
  },
  {
    id: 'polls-once-more-while-the-test-steers',
    title: 'Polls once more after its test put the clock forward, where the test has only one client.',
    breaks: [COMPLETED],
    judging: { strict: true },
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      await world.steer('advanceClock', { by: '1m' });
      await me.poll(id);
    },
  },
  {
    id: 'polls-once-more-after-failed-alone',
    title: 'Polls once more after failed, where a test has only one client.',
    scenario: 'upstream-error',
    breaks: [FAILED],
    judging: { strict: true },
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'failed');
      await me.polls(id, 1, 3000);
    },
  },
];
