/** Clients that send requests too soon: after a poll, after a failure, after a 429. */
import type { ClientMutant, ClientContext } from '../client-scenario.js';

const LOOP = 'client/no-tight-polling-loop';
const BACK_OFF = 'client/backs-off-after-failures';
const TOLD = 'client/honors-retry-after';

const everyTime =
  (wait: number, times = 20) =>
  async ({ tab }: ClientContext): Promise<void> => {
    const me = tab();
    await me.polls(await me.job(), times, wait);
  };

/** Polls twice, and continues while a fault is active. */
const inTrouble =
  (fault: object, times: number, wait: number) =>
  async ({ simulation, tab }: ClientContext): Promise<void> => {
    const me = tab();
    const id = await me.job();
    await me.polls(id, 3, 2000);
    await simulation.control('addFault', { operation: 'getGenerationStatus', times: 100, ...fault });
    await me.polls(id, times, wait);
  };

/** Polls with these waits, while a fault is active. */
const withWaits =
  (fault: object | undefined, waits: readonly number[]) =>
  async ({ simulation, tab }: ClientContext): Promise<void> => {
    const me = tab();
    const id = await me.job();
    await me.polls(id, 2, 4000);
    if (fault)
      await simulation.control('addFault', { operation: 'getGenerationStatus', times: 100, ...fault });
    for (const wait of waits) await me.polls(id, 1, wait);
  };

export const pace: readonly ClientMutant[] = [
  {
    id: 'polls-without-a-wait-on-a-slow-network',
    title: 'Polls again as soon as the response is there, which takes longer at times.',
    scenario: 'slow-progress',
    breaks: [LOOP],
    act: withWaits(undefined, [60, 310, 120, 400, 80, 250, 40, 350, 150, 300, 70, 200]),
  },
  {
    id: 'polls-too-often-with-jitter',
    title: 'Polls every 0.6 to 0.7 seconds.',
    scenario: 'slow-progress',
    breaks: [LOOP],
    act: withWaits(undefined, [600, 690, 650, 610, 700, 640, 600, 680, 630, 700, 620, 660, 610, 690]),
  },
  {
    id: 'polls-twice-a-second',
    title: 'Polls every half second.',
    scenario: 'slow-progress',
    breaks: [LOOP],
    act: everyTime(500),
  },
  {
    id: 'polls-just-below-the-bound',
    title: 'Polls every 0.9 seconds.',
    scenario: 'slow-progress',
    breaks: [LOOP],
    act: everyTime(860),
  },
  {
    id: 'polls-too-often-in-one-page',
    title: 'Is one page, and polls every 0.7 seconds for a while.',
    scenario: 'slow-progress',
    breaks: [LOOP],
    act: async ({ tab }) => {
      const me = tab({ page: 'page_1' });
      await me.polls(await me.job(), 9, 700);
    },
  },
  {
    id: 'polls-in-a-loop-on-a-shared-clock',
    title: 'Polls ten times a second, on a clock that its test advances together with its timers.',
    scenario: 'slow-progress',
    judging: { timersFollowClock: true },
    breaks: [LOOP],
    act: async ({ simulation, tab }) => {
      const me = tab();
      await simulation.control('pauseClock');
      const id = await me.job();
      for (let poll = 0; poll < 20; poll += 1) {
        await simulation.control('advanceClock', { by: '100ms' });
        await me.poll(id);
      }
    },
  },
  {
    id: 'retries-faster-after-failures',
    title: 'Polls faster while requests fail, one try right after the other.',
    scenario: 'slow-progress',
    breaks: [LOOP, BACK_OFF],
    act: inTrouble({ connection: 'reset' }, 20, 10),
  },
  ...(['502', '429'] as const).map((status): ClientMutant => ({
    id: `retries-faster-and-faster-after-${status}`,
    title: `Halves its wait after each ${status}.`,
    scenario: 'slow-progress',
    breaks: [BACK_OFF],
    act: withWaits({ response: { status: Number(status) } }, [3000, 24_000, 12_000, 6000, 3000, 1500]),
  })),
  {
    id: 'waits-shrink-by-a-second',
    title: 'Waits one second less after each failure.',
    scenario: 'slow-progress',
    breaks: [BACK_OFF],
    act: withWaits({ connection: 'reset' }, [7000, 6000, 5000, 4000, 3000, 2000]),
  },
  {
    id: 'fails-from-first-request',
    title: 'Lists the templates every two seconds, and gets 503 from the first request on.',
    breaks: [BACK_OFF],
    act: async ({ simulation, tab }) => {
      const me = tab();
      await simulation.control('addFault', {
        operation: 'listTemplates',
        times: 100,
        response: { status: 503 },
      });
      for (let tries = 0; tries < 10; tries += 1) {
        await me.templates();
        await me.sleep(2000);
      }
    },
  },
  {
    id: 'ignores-retry-after-of-503',
    title: 'Retries after a second each time, despite a Retry-After of half a minute.',
    scenario: 'slow-progress',
    breaks: [TOLD, BACK_OFF],
    act: inTrouble({ response: { status: 503, retry_after: '30s' } }, 10, 1000),
  },
  {
    id: 'follows-retry-after-once',
    title: 'Waits as long as the first Retry-After says, and ignores the next ones.',
    scenario: 'slow-progress',
    breaks: [TOLD],
    act: withWaits({ response: { status: 429, retry_after: '10s' } }, [2000, 10_000, 3000, 3000, 3000, 3000]),
  },
  {
    id: 'one-page-ignores-retry-after',
    title: 'Is one page, and retries after three seconds each time, despite a Retry-After of ten.',
    scenario: 'slow-progress',
    breaks: [TOLD],
    act: async ({ simulation, tab }) => {
      const me = tab({ page: 'page_1' });
      const id = await me.job();
      await me.poll(id);
      await simulation.control('addFault', {
        operation: 'getGenerationStatus',
        times: 100,
        response: { status: 429, retry_after: '10s' },
      });
      await me.polls(id, 8, 3000);
    },
  },
];
