/** The habits of good programs: their pace, their waits, their requests. */
import type { ClientLiberty, Stage } from '../client-case.js';

const started =
  (body: object) =>
  async ({ tab }: Stage): Promise<void> => {
    const me = tab();
    await me.until(await me.job(body), 'completed');
  };

/** Polls, and uses these waits while a fault is active. */
const throughTrouble =
  (fault: object, times: number, wait: (failures: number, retryAfter: number) => number) =>
  async ({ world, tab }: Stage): Promise<void> => {
    const me = tab();
    const id = await me.job();
    await me.polls(id, 2, 2000);
    await world.steer('armFault', { on: 'getGenerationStatus', times, ...fault });
    for (let failures = 1; failures <= times; failures += 1) {
      const { headers } = await me.poll(id);
      await me.sleep(wait(failures, 1000 * Number(headers['Retry-After'] ?? 0)));
    }
    await me.until(id, 'completed');
  };

const broken = { answer: { status: 503 } };
const busy = { answer: { status: 429, retry_after: '2s' } };

/** Lists the templates once, and then after these waits, while a fault is active. */
const listing =
  (fault: object, waits: readonly number[]) =>
  async ({ world, tab }: Stage): Promise<void> => {
    const me = tab();
    await me.templates();
    await world.steer('armFault', { on: 'listTemplates', times: waits.length, ...fault });
    for (const wait of waits) {
      await me.templates();
      await me.sleep(wait);
    }
    await me.templates();
  };

export const programs: readonly ClientLiberty[] = [
  {
    id: 'plain',
    title: 'A client polls every three seconds until the job is completed.',
    act: started({ prompt: 'Harbour taxis' }),
  },
  {
    id: 'polls-every-second',
    title: 'A client polls every second, no faster than the limit.',
    act: async ({ tab }) => {
      const me = tab();
      await me.until(await me.job(), 'completed', 1000);
    },
  },
  {
    id: 'polls-at-once-after-the-start',
    title: 'A client polls right after the start, and once more right away.',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.polls(id, 3, 50);
      await me.sleep(3000);
      await me.until(id, 'completed');
    },
  },
  {
    id: 'polls-slower-and-slower',
    title: 'A client waits longer from poll to poll while there are no errors.',
    scenario: 'slow-progress',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      for (let wait = 1000; wait < 130_000; wait *= 1.5) await me.polls(id, 1, wait);
    },
  },
  {
    id: 'several-jobs-at-once',
    title: 'A client polls five jobs side by side, every two seconds each.',
    act: async ({ tab }) => {
      const me = tab();
      await Promise.all(Array.from({ length: 5 }, async () => me.until(await me.job(), 'completed', 2000)));
    },
  },
  {
    id: 'one-list-of-jobs',
    title: 'A client goes through its list of jobs, one poll right after the other, every four seconds.',
    act: async ({ tab }) => {
      const me = tab();
      const ids = [await me.job(), await me.job(), await me.job(), await me.job()];
      const running = new Set(ids);
      while (running.size > 0) {
        for (const id of running) {
          const { body } = await me.poll(id);
          if (body.status === 'completed') running.delete(id);
        }
        await me.sleep(4000);
      }
    },
  },
  {
    id: 'hours-of-progress',
    title: 'A job takes hours, and the client polls it all the time.',
    options: {
      scenarios: {
        hours: {
          title: 'Hours',
          description: 'A job that takes three hours.',
          steps: [{ work: { for: '3h', slides: '0%..100%', tokens: '0..900000' } }, { complete: null }],
        },
      },
    },
    scenario: 'hours',
    act: async ({ tab }) => {
      const me = tab();
      await me.until(await me.job(), 'completed', 10_000);
    },
  },
  {
    id: 'gives-up-and-looks-again',
    title: 'A client gives up on a job after five minutes, and polls again on a click.',
    scenario: 'never-ends',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      await me.polls(id, 75, 4000);
      await me.sleep(3_600_000);
      await me.polls(id, 75, 4000);
    },
  },
  {
    id: 'retries-at-once-once',
    title: 'A request with a network error is repeated at once, and succeeds.',
    scenario: 'flaky-network',
    act: throughTrouble({ connection: 'reset' }, 1, () => 0),
  },
  {
    id: 'doubles-its-waits',
    title: 'A client waits twice as long after each failure.',
    scenario: 'slow-progress',
    act: throughTrouble(broken, 6, (failures) => 1000 * 2 ** failures),
  },
  {
    id: 'draws-its-waits',
    title: 'A client draws its waits from a range that doubles.',
    scenario: 'slow-progress',
    act: throughTrouble(
      broken,
      6,
      (failures) => ([0.9, 0.3, 0.7, 0.2, 0.8, 0.4][failures - 1] ?? 1) * 1000 * 2 ** failures,
    ),
  },
  {
    id: 'backs-off-to-a-cap',
    title: 'A client waits longer up to ten seconds, and then ten seconds each time.',
    scenario: 'slow-progress',
    act: throughTrouble(broken, 15, (failures) => Math.min(10_000, 1000 * 2 ** failures)),
  },
  {
    id: 'backs-off-once',
    title: 'A client waits four seconds instead of two while requests fail.',
    scenario: 'slow-progress',
    act: throughTrouble(broken, 8, () => 4000),
  },
  {
    id: 'waits-half-a-minute',
    title: 'A client waits half a minute after every failure.',
    scenario: 'slow-progress',
    act: throughTrouble({ connection: 'reset' }, 6, () => 30_000),
  },
  {
    id: 'is-told-when',
    title: 'A client follows Retry-After each time, though its timers are a little early.',
    scenario: 'slow-progress',
    act: throughTrouble(busy, 10, (_, told) => told * 0.97),
  },
  {
    id: 'is-told-when-for-a-while',
    title: 'A client follows Retry-After, and then polls at its usual pace through two failures without it.',
    scenario: 'slow-progress',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.polls(id, 2, 2000);
      await world.steer('armFault', { on: 'getGenerationStatus', times: 6, ...busy });
      await me.polls(id, 6, 2000);
      await world.steer('armFault', { on: 'getGenerationStatus', times: 2, ...broken });
      await me.polls(id, 5, 2000);
    },
  },
  {
    id: 'is-told-when-and-waits-longer',
    title: 'A client waits a little longer than Retry-After.',
    scenario: 'slow-progress',
    act: throughTrouble(busy, 10, (_, told) => told + 700),
  },
  {
    id: 'two-tabs-are-told',
    title: 'Two tabs get a 429 each, and each follows its Retry-After.',
    scenario: 'slow-progress',
    act: async ({ world, tab }) => {
      const [one, other] = [tab(), tab()];
      const id = await one.job();
      await world.steer('armFault', { on: 'getGenerationStatus', times: 8, ...busy });
      const watch = async (me: typeof one, offset: number): Promise<void> => {
        await me.sleep(offset);
        for (let turn = 0; turn < 6; turn += 1) {
          const { headers } = await me.poll(id);
          await me.sleep(Math.max(2000, 1000 * Number(headers['Retry-After'] ?? 0)));
        }
      };
      await Promise.all([watch(one, 0), watch(other, 700)]);
    },
  },
  {
    id: 'one-of-two-tabs-is-told',
    title: 'Two tabs poll in turn while requests fail, and only one of them gets a Retry-After.',
    scenario: 'slow-progress',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.polls(id, 2, 1000);
      await world.steer('armFault', { on: 'getGenerationStatus', times: 3, ...broken });
      await me.polls(id, 3, 1000);
      await world.steer('armFault', { on: 'getGenerationStatus', times: 1, ...busy });
      await me.polls(id, 4, 1000);
    },
  },
  {
    id: 'reloads-when-busy',
    title: 'A user reloads the page when it says that the service is busy.',
    scenario: 'slow-progress',
    act: async ({ world, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.poll(id);
      await world.steer('armFault', {
        on: 'getGenerationStatus',
        times: 2,
        answer: { status: 429, retry_after: '10s' },
      });
      await me.polls(id, 2, 1500);
      await me.sleep(10_000);
      await me.until(id, 'completed');
    },
  },
  {
    id: 'waits-out-the-quota',
    title: 'A client exceeds the rate limit, and waits until it can go on.',
    scenario: 'rate-limited',
    act: async ({ tab }) => {
      const me = tab();
      const id = await me.job();
      for (;;) {
        const { status, headers, body } = await me.poll(id);
        if (body?.status === 'completed') return;
        await me.sleep(status === 429 ? 1000 * Number(headers['Retry-After']) : 2000);
      }
    },
  },
  {
    id: 'refreshes-every-half-minute',
    title: 'A page lists the templates every half minute, also while that fails.',
    act: listing(broken, Array(9).fill(30_000)),
  },
  {
    id: 'waits-a-little-longer-each-time',
    title: 'A client waits a fifth of a second longer after each failure.',
    act: listing(
      broken,
      Array.from({ length: 9 }, (_, failures) => 2000 + 200 * failures),
    ),
  },
  {
    id: 'waits-out-a-403',
    title: 'A client repeats a request that got 403 with a Retry-After, as often as it says.',
    act: listing({ answer: { status: 403, retry_after: '10s' } }, Array(9).fill(10_000)),
  },
  {
    id: 'tries-again-sooner-and-sooner',
    title: 'A person at a failing page waits less from time to time.',
    act: listing(broken, [40_000, 30_000, 22_000, 10_000, 5000]),
  },
  {
    id: 'is-let-in-after-a-while',
    title: 'A client asks four times, gets 403, and is let in.',
    act: listing({ answer: { status: 403 } }, Array(4).fill(5000)),
  },
  {
    id: 'is-recorded-from-its-longest-wait-on',
    title: 'A recording begins while a client waits at its longest interval.',
    act: async ({ world, tab }) => {
      const me = tab();
      await world.steer('armFault', { on: 'listTemplates', times: 9, ...broken });
      for (let failures = 0; failures < 9; failures += 1) {
        await me.templates();
        await me.sleep(20_000);
      }
    },
  },
];
