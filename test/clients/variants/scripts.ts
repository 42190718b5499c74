/** The habits of good programs: their pace, their waits, their requests. */
import type { ConformingClient, ClientContext } from '../client-scenario.js';
import { BROWSER, type SimulatedClientOptions } from '../simulated-client.js';

const started =
  (body: object) =>
  async ({ tab }: ClientContext): Promise<void> => {
    const me = tab();
    await me.until(await me.job(body), 'completed');
  };

/** Polls, and uses these waits while a fault is active. */
const throughTrouble =
  (fault: object, times: number, wait: (failures: number, retryAfter: number) => number) =>
  async ({ simulation, tab }: ClientContext): Promise<void> => {
    const me = tab();
    const id = await me.job();
    await me.polls(id, 2, 2000);
    await simulation.control('addFault', { operation: 'getGenerationStatus', times, ...fault });
    for (let failures = 1; failures <= times; failures += 1) {
      const { headers } = await me.poll(id);
      await me.sleep(wait(failures, 1000 * Number(headers['Retry-After'] ?? 0)));
    }
    await me.until(id, 'completed');
  };

const broken = { response: { status: 503 } };
const busy = { response: { status: 429, retry_after: '2s' } };

/** Lists the templates once, and then after these waits, while a fault is active. */
const listing =
  (fault: object, waits: readonly number[], options: SimulatedClientOptions = {}) =>
  async ({ simulation, tab }: ClientContext): Promise<void> => {
    const me = tab(options);
    await me.templates();
    await simulation.control('addFault', { operation: 'listTemplates', times: waits.length, ...fault });
    for (const wait of waits) {
      await me.templates();
      await me.sleep(wait);
    }
    await me.templates();
  };

export const programs: readonly ConformingClient[] = [
  {
    id: 'plain',
    title: 'A client polls every three seconds until the job is completed.',
    act: started({ prompt: 'Harbour taxis' }),
  },
  {
    id: 'backs-off-once',
    title: 'A client waits four seconds instead of two while requests fail.',
    scenario: 'slow-progress',
    act: throughTrouble(broken, 8, () => 4000),
  },
  {
    id: 'honors-retry-after',
    title: 'A client follows Retry-After, and then polls at its usual pace through two failures without it.',
    scenario: 'slow-progress',
    act: async ({ simulation, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.polls(id, 2, 2000);
      await simulation.control('addFault', { operation: 'getGenerationStatus', times: 6, ...busy });
      await me.polls(id, 6, 2000);
      await simulation.control('addFault', { operation: 'getGenerationStatus', times: 2, ...broken });
      await me.polls(id, 5, 2000);
    },
  },
  {
    id: 'retry-after-in-one-tab',
    title: 'Two tabs poll in turn while requests fail, and only one of them gets a Retry-After.',
    scenario: 'slow-progress',
    act: async ({ simulation, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.polls(id, 2, 1000);
      await simulation.control('addFault', { operation: 'getGenerationStatus', times: 3, ...broken });
      await me.polls(id, 3, 1000);
      await simulation.control('addFault', { operation: 'getGenerationStatus', times: 1, ...busy });
      await me.polls(id, 4, 1000);
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
    act: listing({ response: { status: 403, retry_after: '10s' } }, Array(9).fill(10_000)),
  },
  {
    id: 'tries-again-sooner-and-sooner',
    title: 'A person at a failing page waits less from time to time.',
    act: listing(broken, [40_000, 30_000, 22_000, 10_000, 5000], { agent: BROWSER }),
  },
  {
    id: 'gets-access-later',
    title: 'A client asks four times, gets 403, and is let in.',
    act: listing({ response: { status: 403 } }, Array(4).fill(5000)),
  },
  {
    id: 'is-recorded-from-its-longest-wait-on',
    title: 'A recording starts while a client waits at its longest interval.',
    act: async ({ simulation, tab }) => {
      const me = tab();
      await simulation.control('addFault', { operation: 'listTemplates', times: 9, ...broken });
      for (let failures = 0; failures < 9; failures += 1) {
        await me.templates();
        await me.sleep(20_000);
      }
    },
  },
];
