import { describe, expect, it } from 'vitest';
import { Store } from '../../../src/service/store/store.js';
import { job, presentation } from './jobs.js';

/** A store, and its evictions. */
function remembering(most?: number) {
  const told: string[] = [];
  return {
    told,
    store: new Store(most, (kind, workspaceId) => told.push(`${kind} of ${workspaceId}`)),
  };
}

describe('jobs', () => {
  it('are found in their workspace only', async () => {
    const { store } = remembering();
    const kept = job('gen_1');
    store.addJob(kept);
    expect(store.job('amber', 'gen_1')).toBe(kept);
    expect(store.job('birch', 'gen_1')).toBeUndefined();
    expect(store.job('amber', 'gen_2')).toBeUndefined();
  });

  it('are evicted oldest first, with a limit for each workspace, and the store reports it', async () => {
    const { store, told } = remembering(2);
    for (const id of ['gen_1', 'gen_2', 'gen_3']) store.addJob(job(id));
    store.addJob(job('gen_9', { workspaceId: 'birch' }));
    expect(store.job('amber', 'gen_1')).toBeUndefined();
    expect(store.job('amber', 'gen_2')).toBeDefined();
    expect(store.job('birch', 'gen_9')).toBeDefined();
    expect(told).toEqual(['jobs of amber']);
    expect(store.evictions('amber')).toEqual({ jobs: 1, presentations: 0 });
  });

  it('that change keep their age', async () => {
    const { store } = remembering(2);
    store.addJob(job('gen_1'));
    store.addJob(job('gen_2'));
    store.changeJob('amber', 'gen_1', (before) => ({ ...before, prompt: 'Changed' }));
    store.addJob(job('gen_3'));
    expect(store.job('amber', 'gen_1')).toBeUndefined();
  });
});

describe('a change of a job', () => {
  it('is kept and returned', async () => {
    const { store } = remembering();
    store.addJob(job('gen_1'));
    const changed = store.changeJob('amber', 'gen_1', (before) => ({ ...before, prompt: 'Changed' }));
    expect(changed?.prompt).toBe('Changed');
    expect(store.job('amber', 'gen_1')).toBe(changed);
  });

  it('that does not exist does nothing', async () => {
    const { store } = remembering();
    store.addJob(job('gen_1'));
    const change = () => {
      throw new Error('Nobody is asked');
    };
    expect(store.changeJob('amber', 'gen_2', change)).toBeUndefined();
    expect(store.changeJob('birch', 'gen_1', change)).toBeUndefined();
  });
});

describe('presentations', () => {
  it('are found in their workspace only', async () => {
    const { store } = remembering();
    const kept = presentation('pres_1');
    store.putPresentation(kept);
    expect(store.presentation('amber', 'pres_1')).toBe(kept);
    expect(store.presentation('birch', 'pres_1')).toBeUndefined();
  });

  it('are replaced by a newer version, and evicted oldest first', async () => {
    const { store, told } = remembering(2);
    store.putPresentation(presentation('pres_1'));
    store.putPresentation(presentation('pres_1', { title: 'Renamed' }));
    store.putPresentation(presentation('pres_2'));
    expect(store.presentation('amber', 'pres_1')?.title).toBe('Renamed');
    expect(told).toEqual([]);
    store.putPresentation(presentation('pres_3'));
    expect(store.presentation('amber', 'pres_1')).toBeUndefined();
    expect(told).toEqual(['presentations of amber']);
    expect(store.evictions('amber')).toEqual({ jobs: 0, presentations: 1 });
  });
});

describe('counters', () => {
  it('count from one, each separately, in each workspace', async () => {
    const { store } = remembering();
    expect([store.count('amber', 'jobs'), store.count('amber', 'jobs')]).toEqual([1, 2]);
    expect(store.count('amber', 'presentations')).toBe(1);
    expect(store.count('birch', 'jobs')).toBe(1);
  });

  it('of identifiers never restart, however many other counters exist', async () => {
    const { store } = remembering(3);
    store.count('amber', 'jobs');
    for (let poll = 0; poll < 20; poll += 1) store.count('amber', `getGenerationStatus:gen_${poll}`);
    expect(store.count('amber', 'jobs')).toBe(2);
  });
});

describe("a job's own counters", () => {
  it('are separate from those of other jobs and of the workspace', async () => {
    const { store } = remembering();
    expect(store.count('amber', 'poll', 'gen_1')).toBe(1);
    expect(store.count('amber', 'poll', 'gen_1')).toBe(2);
    expect(store.count('amber', 'poll', 'gen_2')).toBe(1);
    expect(store.count('amber', 'message', 'gen_1')).toBe(1);
    expect(store.count('amber', 'poll')).toBe(1);
  });

  it('last as long as the job', async () => {
    const { store } = remembering(2);
    for (const id of ['gen_1', 'gen_2']) store.addJob(job(id));
    for (const id of ['gen_1', 'gen_2']) {
      store.count('amber', 'poll', id);
      store.count('amber', 'message', id);
    }
    expect(store.count('amber', 'poll', 'gen_1')).toBe(2);
    expect(store.count('amber', 'poll', 'gen_2')).toBe(2);
  });
});

describe('rates', () => {
  it('are separate for each bucket and workspace', async () => {
    const { store } = remembering();
    const rate = { requests: 1, window: 1000 };
    expect(store.take('amber', 'key', rate, 0)).toBe(0);
    expect(store.take('amber', 'key', rate, 400)).toBe(600);
    expect(store.take('amber', 'other key', rate, 400)).toBe(0);
    expect(store.take('birch', 'key', rate, 400)).toBe(0);
  });
});

describe('clearing a workspace', () => {
  it('removes its jobs, presentations, counters and rates, and nothing of others', async () => {
    const { store } = remembering();
    const rate = { requests: 1, window: 1000 };
    for (const workspaceId of ['amber', 'birch']) {
      store.addJob(job('gen_1', { workspaceId }));
      store.putPresentation(presentation('pres_1', { workspaceId }));
      store.count(workspaceId, 'jobs');
      store.take(workspaceId, 'key', rate, 0);
    }
    store.clear('amber');
    const state = async (id: string) => [
      store.job(id, 'gen_1') !== undefined,
      store.presentation(id, 'pres_1') !== undefined,
      store.count(id, 'jobs'),
      store.take(id, 'key', rate, 1),
    ];
    expect(await state('amber')).toEqual([false, false, 1, 0]);
    expect(await state('birch')).toEqual([true, true, 2, 999]);
  });

  it('is not an eviction', async () => {
    const { store, told } = remembering();
    store.addJob(job('gen_1'));
    store.clear('amber');
    expect([told, store.evictions('amber')]).toEqual([[], { jobs: 0, presentations: 0 }]);
  });
});

it('records fit that are not more than the workspace keeps', () => {
  const store = new Store(2);
  const jobs = ['gen_1', 'gen_2', 'gen_3'].map((id) => job(id));
  const records = { jobs: jobs.slice(1), presentations: [], counters: [], rates: [] };
  expect(store.fits(records)).toBe(true);
  expect(store.fits({ ...records, jobs })).toBe(false);
  const presentations = ['pres_1', 'pres_2', 'pres_3'].map((id) => presentation(id));
  expect(store.fits({ ...records, presentations })).toBe(false);
});
