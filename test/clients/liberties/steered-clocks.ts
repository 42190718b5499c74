/** Good clients on clocks that a test controls: changes of the clock are not actions of the client. */
import type { ClientLiberty } from '../client-case.js';

export const steeredClocks: readonly ClientLiberty[] = [
  {
    id: 'clock-stands-still',
    title: 'A client polls every three real seconds while the clock is paused.',
    act: async ({ world, tab }) => {
      const me = tab();
      await world.steer('pauseClock');
      await me.polls(await me.job(), 12, 3000);
    },
  },
  {
    id: 'clock-is-put-forward-in-steps',
    title: 'A test advances a clock by a tenth of a second between the polls of a client.',
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
    title: 'A clock runs at a tenth of real time, and a client polls every three real seconds.',
    options: { speed: 0.1 },
    act: async ({ tab }) => {
      const me = tab();
      await me.polls(await me.job(), 12, 3000);
    },
  },
  {
    id: 'clock-runs-fast',
    title: 'A clock runs sixty times as fast.',
    options: { speed: 60 },
    scenario: 'slow-progress',
    act: async ({ tab }) => {
      const me = tab();
      await me.until(await me.job(), 'completed', 3000);
    },
  },
  {
    id: 'clock-runs-fast-and-the-job-never-ends',
    title: 'A clock runs sixty times as fast, and a client gives up after five real minutes.',
    options: { speed: 60 },
    scenario: 'never-ends',
    act: async ({ tab }) => {
      const me = tab();
      await me.polls(await me.job(), 75, 4000);
    },
  },
  {
    id: 'clock-is-set-between-question-and-reply',
    title: 'A test advances the clock by an hour while a question waits, and the page reloads.',
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
    title: 'A test steps from event to event, and a client polls after each.',
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
    title: 'A test advances the clock past a Retry-After, and the client retries at once.',
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
    title: 'A test resets only the clock in the middle of a job.',
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
    title:
      'A test advances the timers of a client together with the clock, and the client polls every three seconds.',
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
