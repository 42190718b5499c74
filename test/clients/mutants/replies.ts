/** Clients that send a reply again and again. */
import type { ClientMutant, ClientContext } from '../client-scenario.js';

const breaks = ['client/no-duplicate-reply'];

const repeating =
  (times: number, wait: number, page?: string) =>
  async ({ tab }: ClientContext): Promise<void> => {
    const me = tab(page === undefined ? {} : { page });
    const id = await me.job();
    await me.until(id, 'awaiting_input');
    for (let turn = 0; turn < times; turn += 1) {
      await me.reply(id);
      await me.sleep(wait);
    }
    await me.until(id, 'completed');
  };

export const replies: readonly ClientMutant[] = [
  {
    id: 'replies-forever',
    title: 'Sends a reply six times, although the service accepted the first.',
    scenario: 'asks-a-question',
    breaks,
    act: repeating(6, 400),
  },
  {
    id: 'replies-thrice-from-one-page',
    title: 'One page sends a reply three times, although the service accepted the first.',
    scenario: 'asks-a-question',
    breaks,
    act: repeating(3, 1000, 'page_1'),
  },
  {
    id: 'replies-between-polls',
    title: 'Sends the reply again after each poll, until the job is completed.',
    scenario: 'asks-a-question',
    breaks,
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'awaiting_input');
      for (let turn = 0; turn < 5; turn += 1) {
        const { status } = await me.reply(id);
        if (status >= 300) return;
        await me.polls(id, 1, 1500);
      }
    },
  },
];
