import { describe, expect, it } from 'vitest';
import { MemoryBudget } from '../../src/base/memory-budget.js';
import { createMemoryStore, type MemoryLimits } from '../../src/store/memory.js';
import { job, presentation } from './jobs.js';

/** A store, and its evictions. */
function remembering(limits: Partial<MemoryLimits> = {}) {
  const told: string[] = [];
  return {
    told,
    store: createMemoryStore(limits, (kind, workspaceId) => told.push(`${kind} of ${workspaceId}`)),
  };
}

describe('jobs', () => {
  it('are found in their workspace only', async () => {
    const { store } = remembering();
    const kept = job('gen_1');
    await store.addJob(kept);
    expect(await store.job('amber', 'gen_1')).toBe(kept);
    expect(await store.job('birch', 'gen_1')).toBeUndefined();
    expect(await store.job('amber', 'gen_2')).toBeUndefined();
  });

  it('with one id in two workspaces are two jobs', async () => {
    const { store } = remembering();
    await store.addJob(job('gen_1', { prompt: 'of amber' }));
    await store.addJob(job('gen_1', { prompt: 'of birch', workspaceId: 'birch' }));
    expect((await store.job('amber', 'gen_1'))?.prompt).toBe('of amber');
    expect((await store.job('birch', 'gen_1'))?.prompt).toBe('of birch');
  });

  it('are evicted oldest first, with a limit for each workspace, and the store reports it', async () => {
    const { store, told } = remembering({ jobs: 2 });
    for (const id of ['gen_1', 'gen_2', 'gen_3']) await store.addJob(job(id));
    await store.addJob(job('gen_9', { workspaceId: 'birch' }));
    expect(await store.job('amber', 'gen_1')).toBeUndefined();
    expect(await store.job('amber', 'gen_2')).toBeDefined();
    expect(await store.job('birch', 'gen_9')).toBeDefined();
    expect(told).toEqual(['jobs of amber']);
    expect(await store.evictions('amber')).toEqual({ jobs: 1, presentations: 0 });
  });

  it('that change keep their age', async () => {
    const { store } = remembering({ jobs: 2 });
    await store.addJob(job('gen_1'));
    await store.addJob(job('gen_2'));
    await store.changeJob('amber', 'gen_1', (before) => ({ ...before, prompt: 'Changed' }));
    await store.addJob(job('gen_3'));
    expect(await store.job('amber', 'gen_1')).toBeUndefined();
  });
});

describe('a change of a job', () => {
  it('is kept and returned', async () => {
    const { store } = remembering();
    await store.addJob(job('gen_1'));
    const changed = await store.changeJob('amber', 'gen_1', (before) => ({ ...before, prompt: 'Changed' }));
    expect(changed?.prompt).toBe('Changed');
    expect(await store.job('amber', 'gen_1')).toBe(changed);
  });

  it('that does not exist does nothing', async () => {
    const { store } = remembering();
    await store.addJob(job('gen_1'));
    const change = () => {
      throw new Error('Nobody is asked');
    };
    expect(await store.changeJob('amber', 'gen_2', change)).toBeUndefined();
    expect(await store.changeJob('birch', 'gen_1', change)).toBeUndefined();
  });

  it('builds on all changes before it, also on simultaneous ones', async () => {
    const { store } = remembering();
    await store.addJob(job('gen_1'));
    await Promise.all(
      Array.from({ length: 100 }, async (_, at) =>
        store.changeJob('amber', 'gen_1', (before) => ({
          ...before,
          events: [...before.events, { kind: 'reply', step: before.events.length, at }],
        })),
      ),
    );
    const { events = [] } = (await store.job('amber', 'gen_1')) ?? {};
    const steps = events.map((event) => event.kind === 'reply' && event.step);
    expect(steps).toEqual(Array.from({ length: 100 }, (_, step) => step));
  });
});

describe('presentations', () => {
  it('are found in their workspace only', async () => {
    const { store } = remembering();
    const kept = presentation('pres_1');
    await store.putPresentation(kept);
    expect(await store.presentation('amber', 'pres_1')).toBe(kept);
    expect(await store.presentation('birch', 'pres_1')).toBeUndefined();
  });

  it('are replaced by a newer version, and evicted oldest first', async () => {
    const { store, told } = remembering({ presentations: 2 });
    await store.putPresentation(presentation('pres_1'));
    await store.putPresentation(presentation('pres_1', { title: 'Renamed' }));
    await store.putPresentation(presentation('pres_2'));
    expect((await store.presentation('amber', 'pres_1'))?.title).toBe('Renamed');
    expect(told).toEqual([]);
    await store.putPresentation(presentation('pres_3'));
    expect(await store.presentation('amber', 'pres_1')).toBeUndefined();
    expect(told).toEqual(['presentations of amber']);
    expect(await store.evictions('amber')).toEqual({ jobs: 0, presentations: 1 });
  });
});

describe('counters', () => {
  it('count from one, each separately, in each workspace', async () => {
    const { store } = remembering();
    expect([await store.count('amber', 'jobs'), await store.count('amber', 'jobs')]).toEqual([1, 2]);
    expect(await store.count('amber', 'presentations')).toBe(1);
    expect(await store.count('birch', 'jobs')).toBe(1);
  });

  it('return no number twice, also to simultaneous callers', async () => {
    const { store } = remembering();
    const numbers = await Promise.all(Array.from({ length: 100 }, async () => store.count('amber', 'jobs')));
    expect(new Set(numbers).size).toBe(100);
  });

  it('of identifiers never restart, however many other counters exist', async () => {
    const { store } = remembering({ jobs: 3 });
    await store.count('amber', 'jobs');
    for (let poll = 0; poll < 20; poll += 1) await store.count('amber', `getGenerationStatus:gen_${poll}`);
    expect(await store.count('amber', 'jobs')).toBe(2);
  });
});

describe("a job's own counters", () => {
  it('are separate from those of other jobs and of the workspace', async () => {
    const { store } = remembering();
    expect(await store.count('amber', 'poll', 'gen_1')).toBe(1);
    expect(await store.count('amber', 'poll', 'gen_1')).toBe(2);
    expect(await store.count('amber', 'poll', 'gen_2')).toBe(1);
    expect(await store.count('amber', 'message', 'gen_1')).toBe(1);
    expect(await store.count('amber', 'poll')).toBe(1);
  });

  it('last as long as the job', async () => {
    const { store } = remembering({ jobs: 2 });
    for (const id of ['gen_1', 'gen_2']) await store.addJob(job(id));
    for (const id of ['gen_1', 'gen_2']) {
      await store.count('amber', 'poll', id);
      await store.count('amber', 'message', id);
    }
    expect(await store.count('amber', 'poll', 'gen_1')).toBe(2);
    expect(await store.count('amber', 'poll', 'gen_2')).toBe(2);
  });
});

describe('rates', () => {
  it('are separate for each bucket and workspace', async () => {
    const { store } = remembering();
    const rate = { requests: 1, window: 1000 };
    expect(await store.take('amber', 'key', rate, 0)).toBe(0);
    expect(await store.take('amber', 'key', rate, 400)).toBe(600);
    expect(await store.take('amber', 'other key', rate, 400)).toBe(0);
    expect(await store.take('birch', 'key', rate, 400)).toBe(0);
  });
});

describe('clearing a workspace', () => {
  it('removes its jobs, presentations, counters and rates, and nothing of others', async () => {
    const { store } = remembering();
    const rate = { requests: 1, window: 1000 };
    for (const workspaceId of ['amber', 'birch']) {
      await store.addJob(job('gen_1', { workspaceId }));
      await store.putPresentation(presentation('pres_1', { workspaceId }));
      await store.count(workspaceId, 'jobs');
      await store.take(workspaceId, 'key', rate, 0);
    }
    await store.clear('amber');
    const state = async (id: string) => [
      (await store.job(id, 'gen_1')) !== undefined,
      (await store.presentation(id, 'pres_1')) !== undefined,
      await store.count(id, 'jobs'),
      await store.take(id, 'key', rate, 1),
    ];
    expect(await state('amber')).toEqual([false, false, 1, 0]);
    expect(await state('birch')).toEqual([true, true, 2, 999]);
  });

  it('is not an eviction', async () => {
    const { store, told } = remembering();
    await store.addJob(job('gen_1'));
    await store.clear('amber');
    expect([told, await store.evictions('amber')]).toEqual([[], { jobs: 0, presentations: 0 }]);
  });

  it('removes the parts of a workspace from the budget', async () => {
    const budget = new MemoryBudget();
    const store = createMemoryStore({}, undefined, budget);
    await store.addJob(job('gen_1', { prompt: 'p'.repeat(1000) }));
    await store.putPresentation(presentation('pres_1'));
    expect(budget.total).toBeGreaterThan(1000);
    await store.clear('amber');
    expect(budget.total).toBe(0);
  });
});

describe('a spent budget', () => {
  it('takes the oldest jobs of the workspace with the most, and no others', async () => {
    const told: string[] = [];
    const store = createMemoryStore(
      {},
      (kind, id) => told.push(`${kind} of ${id}`),
      new MemoryBudget(30_000),
    );
    await store.addJob(job('gen_kept', { workspaceId: 'birch' }));
    for (let index = 1; index <= 9; index += 1)
      await store.addJob(job(`gen_${index}`, { prompt: 'p'.repeat(8000) }));
    expect((await store.jobs('amber', 9)).jobs.map(({ id }) => id)).toEqual(['gen_9', 'gen_8', 'gen_7']);
    expect(await store.job('birch', 'gen_kept')).toBeDefined();
    expect([told, await store.evictions('amber')]).toEqual([
      Array.from({ length: 6 }, () => 'jobs of amber'),
      { jobs: 6, presentations: 0 },
    ]);
  });

  it('refuses records that are larger, and keeps what is there', async () => {
    const store = createMemoryStore({}, undefined, new MemoryBudget(30_000));
    await store.addJob(job('gen_1'));
    const jobs = [job('gen_2', { prompt: 'p'.repeat(30_000) })];
    const records = { jobs, presentations: [], counters: [], rates: [] };
    expect(await store.load('amber', records)).toBe(false);
    expect(await store.job('amber', 'gen_1')).toBeDefined();
  });

  it('weighs a job again when it changes, and loaded records once', async () => {
    const budget = new MemoryBudget();
    const store = createMemoryStore({}, undefined, budget);
    await store.addJob(job('gen_1'));
    const before = budget.total;
    const renamed = { title: 't'.repeat(500), at: 1 };
    await store.changeJob('amber', 'gen_1', (one) => ({ ...one, renamed }));
    expect(budget.total).toBe(before + 500);
    await store.load('amber', await store.dump('amber'));
    expect(budget.total).toBe(before + 500);
  });
});
