/** Good clients on clocks that a test steers: what the clock does is not theirs. */
import type { ClientLiberty } from '../client-case.js';

export const steeredClocks: readonly ClientLiberty[] = [
  {
    id: 'clock-stands-still',
    title: 'A client polls every three seconds of its own while the clock stands still.',
    act: async ({ world, tab }) => {
      const me = tab();
      await world.steer('pauseClock');
      await me.polls(await me.job(), 12, 3000);
    },
  },
  {
    id: 'clock-is-put-forward-in-steps',
    title: 'A test puts a clock forward by a tenth of a second between the polls of a client.',
    act: async ({ world, tab }) => {
      const me = tab();
      await world.steer('pauseClock');
      const id = await me.job();
      for (let step = 0; step < 30; step += 1) {
        await world.steer('advanceClock', { by: '100ms' });
        await me.polls(id, 1, 3000);
      }
    },
  },
  {
    id: 'clock-runs-slowly',
    title: 'A clock goes at a tenth of the time, and a client polls every three seconds of its own.',
    options: { speed: 0.1 },
    act: async ({ tab }) => {
      const me = tab();
      await me.polls(await me.job(), 12, 3000);
    },
  },
  {
    id: 'clock-runs-fast',
    title: 'A clock goes sixty times as fast.',
    options: { speed: 60 },
    scenario: 'slow-progress',
    act: async ({ tab }) => {
      const me = tab();
      await me.until(await me.job(), 'completed', 3000);
    },
  },
  {
    id: 'clock-runs-fast-and-the-job-never-ends',
    title: 'A clock goes sixty times as fast, and a client gives up after five minutes of its own.',
    options: { speed: 60 },
    scenario: 'never-ends',
    act: async ({ tab }) => {
      const me = tab();
      await me.polls(await me.job(), 75, 4000);
    },
  },
  {
    id: 'clock-is-set-between-question-and-reply',
    title: 'A test has an hour pass while a question waits, and the page is loaded anew.',
    scenario: 'asks-a-question',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      for (let look = 0; look < 4; look += 1) {
        await world.steer('advanceClock', { by: '15m' });
        await me.polls(id, 1, 100);
      }
      await me.reply(id);
    },
  },
  {
    id: 'clock-is-put-to-the-next-event',
    title: 'A test steps from event to event, and a client looks after each.',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      for (let step = 0; step < 6; step += 1) {
        await world.steer('advanceToNextEvent', { job: id });
        await me.poll(id);
      }
    },
  },
  {
    id: 'clock-skips-a-wait',
    title: 'A test puts the clock forward past a Retry-After, and the client comes back at once.',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.poll(id);
      await world.steer('armFault', {
        on: 'getGenerationStatus',
        times: 4,
        answer: { status: 429, retry_after: '30s' },
      });
      for (let turn = 0; turn < 5; turn += 1) {
        await me.poll(id);
        await world.steer('advanceClock', { by: '30s' });
      }
    },
  },
  {
    id: 'clock-begins-anew',
    title: 'A test resets the clock alone in the middle of a job.',
    scenario: 'slow-progress',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await world.steer('advanceClock', { by: '1m' });
      await me.polls(id, 5, 2000);
      await world.steer('resetWorkspace', { clock: true });
      await me.polls(id, 5, 2000);
    },
  },
  {
    id: 'clock-is-shared',
    title: 'A client whose timers the test puts forward along with the clock polls every three seconds.',
    judging: { sharedClock: true },
    act: async ({ world, tab }) => {
      const me = tab();
      await world.steer('pauseClock');
      const id = await me.job();
      for (let poll = 0; poll < 4; poll += 1) {
        await world.steer('advanceClock', { by: '3s' });
        await me.poll(id);
      }
    },
  },
];
