/** Good clients and people: questions and answers, patience and impatience. */
import type { ClientLiberty } from '../client-case.js';
import { KEYS } from '../world.js';
import { irregular, load } from './habits.js';

export const people: readonly ClientLiberty[] = [
  {
    id: 'walks-away-from-a-question',
    title: 'The question gets no answer, and the client stops polling.',
    scenario: 'asks-a-question',
    act: async ({ tab }) => {
      const me = tab();
      await me.until(await me.job(), 'awaiting_input');
      await me.sleep(3_600_000);
    },
  },
  {
    id: 'answers-after-lunch',
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
    id: 'answers-two-questions',
    title: 'Both questions are answered, and the client goes on polling after each.',
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
    title: 'Another client answers the question, and the reloaded page goes on polling.',
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
    title: 'A lost reply is sent again, after a poll of the job.',
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
    title: 'A user clicks "try again" at a missing deck, and again.',
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
      'A user clicks "make the deck" again and again while the service is broken, the first time after the longest wait.',
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
    title: 'A user reloads a page four times during a Retry-After of half a minute.',
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
