/** Conforming clients that reply more than once, poll for long, and are alone. */
import type { ConformingClient } from '../client-scenario.js';

export const replies: readonly ConformingClient[] = [
  {
    id: 'clicks-twice',
    title: 'A double click sends a reply twice.',
    scenario: 'asks-a-question',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      await me.reply(id);
      await me.reply(id);
      await me.until(id, 'completed');
    },
  },
  {
    id: 'clicks-twice-and-corrects-itself',
    title: 'A double click on one page sends a reply twice, and its user sends another one.',
    scenario: 'asks-a-question',
    act: async ({ tab }) => {
      const me = tab({ page: 'page_1' });
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      await me.reply(id);
      await me.reply(id);
      await me.reply(id, { message: 'Users who pay.' });
    },
  },
  {
    id: 'gives-one-reply-to-one-question',
    title: 'A job asks the same question again and again, and gets the same reply each time.',
    options: {
      scenarios: {
        again: {
          title: 'Again',
          description: 'A job that asks one question six times.',
          steps: [...Array(6).fill({ ask: { message: 'For whom?' } }), { complete: null }],
        },
      },
    },
    scenario: 'again',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      for (let question = 0; question < 6; question += 1) {
        await me.until(id, 'awaiting_input');
        await me.reply(id, { message: 'People.' });
        await me.sleep(1500);
      }
      await me.until(id, 'completed');
    },
  },
  {
    id: 'repeats-a-reply-that-failed',
    title: 'A client repeats a reply until the service accepts it, and waits longer each time.',
    scenario: 'asks-a-question',
    act: async ({ simulation, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      await simulation.control('addFault', {
        operation: 'sendGenerationMessage',
        times: 4,
        response: { status: 503 },
      });
      for (let wait = 1000; (await me.reply(id)).status !== 202 && wait < 30_000; wait *= 2)
        await me.sleep(wait);
      await me.until(id, 'completed');
    },
  },
  ...[false, true].map((isSteered): ConformingClient => ({
    id: isSteered ? 'stops-alone-while-the-test-steers' : 'stops-alone',
    title: `The only client of a test stops at once, and polls once more when its page is loaded again${isSteered ? ' after the clock was put forward' : ''}.`,
    judging: { singleClient: true },
    act: async ({ simulation, tab }) => {
      const me = tab();
      await me.templates();
      const id = await me.job();
      await me.until(id, 'completed');
      if (isSteered) await simulation.control('advanceClock', { by: '1m' });
      await me.templates();
      await me.poll(id);
    },
  })),
  {
    id: 'polls-by-an-interval-alone',
    title: 'The only client of a test polls every three seconds, though each response takes five.',
    judging: { singleClient: true },
    act: async ({ simulation, tab }) => {
      const me = tab();
      const id = await me.job();
      await simulation.control('addFault', { operation: 'getGenerationStatus', latency: '5s', times: 100 });
      const seen = new Set<unknown>();
      const polls: Promise<unknown>[] = [];
      while (!seen.has('completed')) {
        polls.push(me.poll(id).then(({ body }) => seen.add(body.status)));
        await me.sleep(3000);
      }
      await Promise.all(polls);
    },
  },
  {
    id: 'polls-its-job-later',
    title: 'A page polls its job, and later the service no longer knows it.',
    act: async ({ simulation, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      await me.sleep(3_600_000);
      await simulation.control('addFault', {
        operation: 'getGenerationStatus',
        times: 1,
        response: { status: 404 },
      });
      await me.poll(id);
    },
  },
  {
    id: 'starts-a-job-beside-its-list',
    title: 'A page polls a missing job of its list before and after a start, and is closed.',
    act: async ({ tab }) => {
      const me = tab();
      for (const wait of [7000, 1300, 12_000, 2100]) await me.polls('gen_of_last_week', 1, wait);
      await me.job();
      await me.sleep(4000);
      await me.poll('gen_of_last_week');
    },
  },
  {
    id: 'sends-a-message-while-it-polls',
    title: 'A user sends a message while the poll that shows the end is under way.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.sleep(120_000);
      await Promise.all([me.poll(id), me.reply(id)]);
    },
  },
  {
    id: 'polls-an-old-job-first',
    title: 'After a start, a page polls a job of last week, which is not found, and then the new one.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.poll('gen_of_last_week');
      await me.until(id, 'completed');
    },
  },
];
