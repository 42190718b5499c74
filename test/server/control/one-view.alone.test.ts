import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AsyncWorkspace } from '../../../src/app/async-workspace.js';
import { connectDeckhand } from '../../../src/app/remote.js';
import type { Job } from '../../../src/generated/control-api.js';
import { jobView, currentJob } from '../../../src/service/job-view.js';
import { serve } from '../serve.js';

vi.mock('../../../src/service/job-view.js', { spy: true });

let workspace: AsyncWorkspace;
let close: () => Promise<void>;
let leaving: AbortController;
/** The jobs that a panel gets. */
let told: Job[];

beforeEach(async () => {
  const server = await serve();
  close = server.close;
  leaving = new AbortController();
  told = [];
  workspace = connectDeckhand(server.url).workspace('ws_dev');
});
afterEach(async () => {
  leaving.abort();
  await close();
});

it.each([
  ['paused', ['next', 'ask', 'reply', 'stall', 'complete', 'start']],
  ['running', ['next', 'ask', 'reply', 'stall', 'complete', 'start']],
] as const)(
  'an action computes the view of its job once, for its response and for a panel, on a clock that is %s',
  async (clock, actions) => {
    if (clock === 'paused') await workspace.clock.pause();
    const { generation_id: id } = await workspace.start({ prompt: 'Tides', scenario: 'asks-a-question' });
    void follow(told);
    await workspace.fail((await workspace.start({ prompt: 'First' })).generation_id, 'No.');
    await expect.poll(() => told.at(-1)?.view.status).toBe('failed');

    const run: Record<(typeof actions)[number], () => Promise<Job | null>> = {
      next: async () => (await workspace.clock.next(id)).reached,
      ask: () => workspace.ask(id, 'Who?'),
      reply: () => workspace.reply(id, 'Us.'),
      stall: () => workspace.stall(id),
      complete: () => workspace.complete(id),
      start: () => workspace.start({ prompt: 'Boats' }),
    };
    for (const action of actions) {
      told.splice(0);
      vi.mocked(jobView).mockClear();
      vi.mocked(currentJob).mockClear();
      const { timeline: _, ...job } = (await run[action]()) as Job;
      await expect.poll(() => told).toEqual([{ ...job, timeline: expect.any(Array) }]);
      expect(vi.mocked(jobView), action).toHaveBeenCalledTimes(1);
      // Before the action, to decide about it, and after it. With a paused clock, the state before can be known.
      expect(vi.mocked(currentJob).mock.calls.length, action).toBeLessThanOrEqual(2);
    }
  },
);

async function follow(list: Job[]): Promise<void> {
  for await (const { event, data } of workspace.events({ signal: leaving.signal }))
    if (event === 'job') list.push(data as Job);
}
