/** Clients that keep polling without a reason. */
import type { ClientMutant, ClientContext } from '../client-scenario.js';

const COMPLETED = 'client/stops-polling-when-completed';
const FAILED = 'client/stops-polling-when-failed';
const ASKED = 'client/stops-polling-when-awaiting-input';

/** Polls a job until it has this status, and then once more after each of these waits. */
const pollingOn =
  (status: string, ...waits: readonly number[]) =>
  async ({ tab }: ClientContext): Promise<void> => {
    const me = tab();
    const id = await me.job();
    await me.until(id, status);
    for (const wait of waits) await me.polls(id, 1, wait);
  };

export const stopping: readonly ClientMutant[] = [
  {
    id: 'polls-three-times-more',
    title: 'Polls three times more after it saw the job completed.',
    breaks: [COMPLETED],
    act: pollingOn('completed', 3000, 3000, 3000),
  },
  {
    id: 'polls-after-end-with-longer-waits',
    title: 'Polls on after completed, and waits twice as long each time.',
    breaks: [COMPLETED],
    act: pollingOn('completed', 6000, 12_000, 24_000, 48_000, 96_000, 192_000),
  },
  {
    id: 'polls-faster-after-completed',
    title: 'Polls in a loop without waits once the job is completed.',
    breaks: [COMPLETED, 'client/no-tight-polling-loop'],
    act: pollingOn('completed', ...Array<number>(12).fill(0)),
  },
  {
    id: 'polls-after-end-on-controlled-clock',
    title: 'Polls on after completed, on a paused clock.',
    breaks: [COMPLETED],
    act: async ({ simulation, tab }) => {
      const me = tab();
      const id = await me.job();
      await simulation.control('pauseClock');
      await simulation.control('advanceClock', { by: '1m' });
      await me.poll(id);
      await me.polls(id, 10, 3000);
    },
  },
  {
    id: 'polls-while-awaiting-input',
    title: 'Polls on despite a question.',
    scenario: 'asks-a-question',
    breaks: [ASKED],
    act: pollingOn('awaiting_input', ...Array<number>(8).fill(3000)),
  },
  {
    id: 'polls-forever',
    title: 'Polls a job that never ends for two hours.',
    scenario: 'never-ends',
    breaks: ['client/gives-up-on-stuck-job'],
    act: async ({ tab }) => {
      const me = tab();
      await me.polls(await me.job(), 1450, 5000);
    },
  },
  {
    id: 'polls-once-more-alone',
    title: 'Polls once more after completed, where a test has only one client.',
    breaks: [COMPLETED],
    judging: { singleClient: true },
    act: pollingOn('completed', 3000),
  },
  {
    id: 'polls-slowly-after-completed-alone',
    title: 'Polls three times more, ten seconds apart, where a test has only one client.',
    breaks: [COMPLETED],
    judging: { singleClient: true },
    act: pollingOn('completed', 10_000, 10_000, 10_000),
  },
  {
    id: 'polls-once-more-on-controlled-clock',
    title: 'Polls once more after its test put the clock forward, where the test has only one client.',
    breaks: [COMPLETED],
    judging: { singleClient: true },
    act: async ({ simulation, tab }) => {
      const me = tab();
      const id = await me.job();
      await me.until(id, 'completed');
      await simulation.control('advanceClock', { by: '1m' });
      await me.poll(id);
    },
  },
  {
    id: 'polls-once-more-after-failed-alone',
    title: 'Polls once more after failed, where a test has only one client.',
    scenario: 'upstream-error',
    breaks: [FAILED],
    judging: { singleClient: true },
    act: pollingOn('failed', 3000),
  },
];
