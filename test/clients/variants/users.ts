/** Conforming clients and users: questions and replies, timeouts and aborts. */
import type { ConformingClient } from '../client-scenario.js';
import { BROWSER } from '../simulated-client.js';
import { irregular } from './helpers.js';

export const people: readonly ConformingClient[] = [
  {
    id: 'replies-after-an-hour',
    title: 'The question is answered an hour later, after two polls of its state.',
    scenario: 'asks-a-question',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      await me.polls(id, 1, 1_900_000);
      await me.polls(id, 1, 1_700_000);
      await me.reply(id);
      await me.sleep(3000);
      await me.until(id, 'completed');
    },
  },
  {
    id: 'replies-after-end',
    title: 'A tab that still shows the question answers after another tab saw the job fail.',
    scenario: 'unanswered-question',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      await me.sleep(120_000);
      await tab().poll(id);
      await me.reply(id);
      await me.poll(id);
    },
  },
  {
    id: 'clicks-try-again',
    title: 'A user clicks "try again" at a missing deck, and again.',
    act: async ({ tab }) => {
      const me = tab({ agent: BROWSER });
      for (const wait of irregular) {
        await me.get('/presentations/pres_of-yesterday');
        await me.sleep(wait);
      }
    },
  },
  {
    id: 'tries-a-broken-start-again',
    title:
      'A user clicks "make the deck" again and again while the service is broken, the first time after the longest wait.',
    act: async ({ simulation, tab }) => {
      const me = tab({ agent: BROWSER });
      await me.templates();
      await simulation.control('addFault', {
        operation: 'startGeneration',
        times: 100,
        response: { status: 502 },
      });
      for (const wait of [9000, 2000, 3500, 2200, 5000, 2100, 7000, 1500]) {
        await me.start();
        await me.sleep(wait);
      }
    },
  },
  {
    id: 'ignores-retry-after-once',
    title: 'A user reloads a page four times during a Retry-After of half a minute.',
    act: async ({ simulation, tab }) => {
      const me = tab({ agent: BROWSER });
      const id = await me.job();
      await simulation.control('addFault', { times: 100, response: { status: 429, retry_after: '30s' } });
      for (const wait of [4000, 9000, 2500, 6000]) {
        await me.poll(id);
        await me.sleep(wait);
      }
    },
  },
];
