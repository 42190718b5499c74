/** Conforming clients in tabs: several tabs, reloads, debuggers, tabs that are left and visited again. */
import type { ConformingClient, ClientContext } from '../client-scenario.js';
import { BROWSER } from '../simulated-client.js';
import { irregular, load } from './helpers.js';

/** Several tabs that watch one job, each a number of milliseconds after the one before. */
const tabs =
  (count: number, wait: number, apart: number) =>
  async ({ tab }: ClientContext): Promise<void> => {
    const first = tab();
    const id = await first.job();
    const others = Array.from({ length: count - 1 }, async (_, index) => {
      const other = tab();
      await other.sleep(apart * (index + 1));
      await other.until(id, 'completed', wait);
    });
    await Promise.all([first.until(id, 'completed', wait), ...others]);
  };

export const pages: readonly ConformingClient[] = [
  { id: 'two-tabs', title: 'Two tabs watch one job, every three seconds each.', act: tabs(2, 3000, 700) },
  {
    id: 'two-tabs-nearly-in-turn',
    title: 'Two tabs watch one job, every one and a half seconds each, nearly half of that apart.',
    scenario: 'slow-progress',
    act: tabs(2, 1500, 720),
  },
  {
    id: 'three-tabs-nearly-in-turn',
    title: 'Three tabs watch one job, every two and a half seconds each, nearly a third of that apart.',
    scenario: 'slow-progress',
    act: tabs(3, 2500, 800),
  },
  {
    id: 'three-tabs',
    title: 'Three tabs watch one job, every two and a half seconds each.',
    scenario: 'slow-progress',
    act: tabs(3, 2500, 600),
  },
  { id: 'five-tabs', title: 'Five tabs watch one job, every four seconds each.', act: tabs(5, 4000, 350) },
  {
    id: 'reloads-the-finished-deck',
    title: 'The page of a finished deck reloads now and then, and polls once each time.',
    act: async ({ tab }) => {
      const me = tab({ agent: BROWSER });
      const id = await me.job();
      await me.until(id, 'completed');
      for (const wait of irregular) await me.polls(id, 1, wait);
    },
  },
  {
    id: 'reloads-every-minute',
    title: 'A display reloads the page of a finished deck every minute.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      for (let turn = 0; turn < 8; turn += 1) {
        await me.sleep(60_000);
        await load(me, id);
      }
    },
  },
  {
    id: 'strict-mode',
    title: 'A page mounts twice in development, and sends each request twice.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await Promise.all([me.poll(id), me.poll(id)]);
      await me.sleep(3000);
      await me.until(id, 'completed');
    },
  },
];
