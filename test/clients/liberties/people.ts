/** What people do with good clients: questions and answers, patience and the lack of it. */
import type { ClientLiberty } from '../client-case.js';
import { KEYS } from '../world.js';
import { irregular, load } from './habits.js';

export const people: readonly ClientLiberty[] = [
  {
    id: 'walks-away-from-a-question',
    title: 'Nobody answers the question, and the client asks no more.',
    scenario: 'asks-a-question',
    act: async ({ tab }) => {
      const me = tab();
      await me.until(await me.job(), 'awaiting_input');
      await me.sleep(3_600_000);
    },
  },
  {
    id: 'answers-after-lunch',
    title: 'The question is answered an hour later, after two looks whether it still stands.',
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
    id: 'answers-two-questions',
    title: 'Both questions are answered, and the job is polled on after each.',
    scenario: 'asks-twice',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      for (let question = 0; question < 2; question += 1) {
        await me.until(id, 'awaiting_input');
        await me.reply(id);
        await me.sleep(2000);
      }
      await me.until(id, 'completed');
    },
  },
  {
    id: 'somebody-else-answers',
    title: 'A question is answered from elsewhere, and the page that is loaded anew polls on.',
    scenario: 'asks-a-question',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      await world.steer('replyToJob', { message: 'Investors' }, { job: id });
      await me.sleep(20_000);
      await load(me, id);
    },
  },
  {
    id: 'answers-too-late',
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
    id: 'tries-a-lost-reply-again',
    title: 'A reply that is lost is sent again, after a look at the job.',
    scenario: 'asks-a-question',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      await world.steer('armFault', { on: 'sendGenerationMessage', connection: 'reset', times: 2 });
      for (let turn = 0; turn < 3; turn += 1) {
        await me.reply(id);
        await me.poll(id);
        await me.sleep(4000);
      }
      await me.until(id, 'completed');
    },
  },
  {
    id: 'clicks-try-again',
    title: 'Somebody clicks "try again" at a deck that is gone, and again.',
    act: async ({ tab }) => {
      const me = tab();
      for (const wait of irregular) {
        await me.get('/presentations/pres_of-yesterday');
        await me.sleep(wait);
      }
    },
  },
  {
    id: 'tries-a-broken-start-again',
    title:
      'Somebody clicks "make the deck" again and again while the service is broken, the first time after the longest wait.',
    act: async ({ world, tab }) => {
      const me = tab();
      await me.templates();
      await world.steer('armFault', { on: 'startGeneration', times: 100, answer: { status: 502 } });
      for (const wait of [9000, 2000, 3500, 2200, 5000, 2100, 7000, 1500]) {
        await me.start();
        await me.sleep(wait);
      }
    },
  },
  {
    id: 'cannot-wait-though-told',
    title: 'Somebody loads a page anew four times while it says to come back in half a minute.',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await world.steer('armFault', { times: 100, answer: { status: 429, retry_after: '30s' } });
      for (const wait of [4000, 9000, 2500, 6000]) {
        await me.poll(id);
        await me.sleep(wait);
      }
    },
  },
  {
    id: 'two-workspaces',
    title: 'Two people use one client in two workspaces at once.',
    act: async ({ tab }) => {
      await Promise.all(
        [KEYS.dev, KEYS.other].map(async (key) => {
          const me = tab({ key });
          await me.until(await me.job(), 'completed', 1500);
        }),
      );
    },
  },
];
