/** Good clients in tabs: several tabs, reloads, debuggers, tabs that are left and visited again. */
import type { ClientLiberty, Stage } from '../client-case.js';
import type { Tab } from '../tab.js';
import { irregular, load } from './habits.js';

/** Several tabs that watch one job, each a number of milliseconds after the one before. */
const tabs =
  (count: number, wait: number, apart: number) =>
  async ({ tab }: Stage): Promise<void> => {
    const first = tab();
    const id = await first.job();
    const others = Array.from({ length: count - 1 }, async (_, index) => {
      const other = tab();
      await other.sleep(apart * (index + 1));
      await other.until(id, 'completed', wait);
    });
    await Promise.all([first.until(id, 'completed', wait), ...others]);
  };

export const pages: readonly ClientLiberty[] = [
  { id: 'two-tabs', title: 'Two tabs watch one job, every three seconds each.', act: tabs(2, 3000, 700) },
  {
    id: 'two-tabs-in-turn',
    title: 'Two tabs watch one job in turn, every two seconds each.',
    scenario: 'slow-progress',
    act: tabs(2, 2000, 1000),
  },
  {
    id: 'two-tabs-at-once',
    title: 'Two tabs watch one job at the very same time.',
    scenario: 'slow-progress',
    act: tabs(2, 2000, 0),
  },
  {
    id: 'two-quick-tabs',
    title: 'Two tabs watch one job, a little more than every second each.',
    scenario: 'slow-progress',
    act: tabs(2, 1200, 300),
  },
  {
    id: 'two-tabs-with-jitter',
    title: 'Two tabs watch one job, each every one to two seconds.',
    scenario: 'slow-progress',
    act: async ({ tab }) => {
      const [one, other] = [tab(), tab()];
      const id = await one.job();
      const watch = async (me: Tab, waits: readonly number[]): Promise<void> => {
        for (const wait of waits) await me.polls(id, 1, wait);
      };
      await Promise.all([
        watch(one, [1000, 1700, 1100, 1300, 1900, 1200, 1500, 1050, 1600, 1250]),
        watch(other, [1500, 1150, 1650, 1000, 1450, 1900, 1050, 1300, 1750, 1100]),
      ]);
    },
  },
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
    id: 'two-pages-of-a-har-file',
    title: 'Two pages that a HAR file tells apart watch one job, a second and a half apart each.',
    scenario: 'slow-progress',
    act: async ({ tab }) => {
      const first = tab({ page: 'page_1' });
      const id = await first.job();
      await Promise.all([
        first.until(id, 'completed', 1500),
        tab({ page: 'page_2' }).until(id, 'completed', 1500),
      ]);
    },
  },
  {
    id: 'reloads-in-the-middle',
    title: 'The page reloads twice in a row while the job runs.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.polls(id, 2, 2000);
      for (let turn = 0; turn < 3; turn += 1) {
        await load(me, id);
        await me.sleep(300);
      }
      await me.until(id, 'completed');
    },
  },
  {
    id: 'reloads-the-finished-deck',
    title: 'The page of a finished deck reloads now and then, and polls once each time.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      for (const wait of irregular) await me.polls(id, 1, wait);
    },
  },
  {
    id: 'saves-twenty-times',
    title: 'A developer saves a file twenty times, and the page of the finished deck reloads each time.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      for (const wait of [...irregular, ...irregular.toReversed()]) {
        await me.sleep(wait);
        await load(me, id);
      }
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
    id: 'reloads-in-a-hurry',
    title: 'A user holds the reload key, so that the page loads eight times within three seconds.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.poll(id);
      for (const wait of [400, 250, 600, 350, 300, 450, 250, 400]) {
        await me.sleep(wait);
        await load(me, id);
      }
      await me.until(id, 'completed');
    },
  },
  {
    id: 'paused-debugger',
    title: 'A debugger pauses the page for ten minutes in the middle of a job.',
    scenario: 'slow-progress',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.polls(id, 3, 2000);
      await me.sleep(600_000);
      // The page catches up on the requests that were due during the pause.
      await Promise.all([me.poll(id), me.poll(id)]);
      await me.until(id, 'completed');
    },
  },
  {
    id: 'paused-debugger-at-the-end',
    title: 'A debugger pauses the page between a response and its use; another tab polls meanwhile.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      await me.sleep(300_000);
      await tab().poll(id);
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
  {
    id: 'leaves-and-comes-back',
    title: 'A page stops polling while it is hidden, and polls at once when it is visible again.',
    scenario: 'slow-progress',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      for (const away of [30_000, 4000, 60_000]) {
        await me.polls(id, 2, 3000);
        await me.sleep(away);
        await me.poll(id);
      }
      await me.until(id, 'completed');
    },
  },
  {
    id: 'lets-go-of-requests',
    title: 'A page aborts its request when the user leaves it, and the next page polls at once.',
    scenario: 'slow-progress',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await world.steer('armFault', { on: 'getGenerationStatus', latency: '5s', times: 3 });
      for (let turn = 0; turn < 3; turn += 1) {
        await me.get(`/presentations/generate/${id}/status`, { patience: 1500 });
      }
      await me.until(id, 'completed');
    },
  },
];
