/** The store of one process: Maps, a set for each workspace, each bounded. */
import { BoundedMap } from './bounded-map.js';
import { RateWindow } from './rate-window.js';
import type { Evictions, Job, PresentationRecord, Rate, Store } from './store.js';

export interface MemoryLimits {
  /** Jobs a workspace keeps; the oldest is forgotten first, and its presentation with it. */
  readonly jobs: number;
  /** Presentations a workspace keeps beside those of its jobs. */
  readonly presentations: number;
}

export const DEFAULT_LIMITS: MemoryLimits = { jobs: 100_000, presentations: 100_000 };

/** Rates a workspace keeps: one for each key and policy. */
const KEPT_RATES = 10_000;

interface WorkspaceData {
  readonly jobs: BoundedMap<string, Job>;
  readonly presentations: BoundedMap<string, PresentationRecord>;
  readonly counters: BoundedMap<string, number>;
  readonly rates: BoundedMap<string, RateWindow>;
}

/** @param onEvict is told of everything that is forgotten to stay within the limits */
export function createMemoryStore(
  limits: Partial<MemoryLimits> = {},
  onEvict: (kind: keyof Evictions, workspaceId: string) => void = () => {},
): Store {
  const { jobs, presentations } = { ...DEFAULT_LIMITS, ...limits };
  const workspaces = new Map<string, WorkspaceData>();
  const evicted = { jobs: 0, presentations: 0 };

  const newData = (id: string): WorkspaceData => {
    const evict = (kind: keyof Evictions) => () => {
      evicted[kind] += 1;
      onEvict(kind, id);
    };
    return {
      jobs: new BoundedMap(jobs, evict('jobs')),
      presentations: new BoundedMap(presentations, evict('presentations')),
      counters: new BoundedMap(jobs),
      rates: new BoundedMap(KEPT_RATES),
    };
  };
  const dataOf = (id: string): WorkspaceData => {
    let data = workspaces.get(id);
    if (!data) workspaces.set(id, (data = newData(id)));
    return data;
  };

  return {
    job: (workspaceId, id) => Promise.resolve(workspaces.get(workspaceId)?.jobs.get(id)),
    addJob(job) {
      dataOf(job.workspaceId).jobs.set(job.id, job);
      return Promise.resolve();
    },
    changeJob(workspaceId, id, change) {
      const data = workspaces.get(workspaceId);
      const job = data?.jobs.get(id);
      if (!data || !job) return Promise.resolve(undefined);
      const changed = change(job);
      if (changed !== job) data.jobs.set(id, changed);
      return Promise.resolve(changed);
    },
    presentation: (workspaceId, id) => Promise.resolve(workspaces.get(workspaceId)?.presentations.get(id)),
    putPresentation(record) {
      dataOf(record.workspaceId).presentations.set(record.id, record);
      return Promise.resolve();
    },
    count(workspaceId, counter) {
      const { counters } = dataOf(workspaceId);
      const next = (counters.get(counter) ?? 0) + 1;
      counters.set(counter, next);
      return Promise.resolve(next);
    },
    take(workspaceId, bucket, rate: Rate, now) {
      const { rates } = dataOf(workspaceId);
      let window = rates.get(bucket);
      if (!window) rates.set(bucket, (window = new RateWindow()));
      return Promise.resolve(window.take(rate, now));
    },
    jobs(workspaceId, limit) {
      const all = [...(workspaces.get(workspaceId)?.jobs.values() ?? [])];
      return Promise.resolve({
        jobs: all.slice(Math.max(0, all.length - limit)).reverse(),
        total: all.length,
      });
    },
    dump(workspaceId) {
      const data = dataOf(workspaceId);
      return Promise.resolve({
        jobs: [...data.jobs.values()],
        presentations: [...data.presentations.values()],
        counters: [...data.counters.entries()],
        rates: [...data.rates.entries()].map(([bucket, window]) => [bucket, window.granted()] as const),
      });
    },
    load(workspaceId, records) {
      const isTooMuch =
        Math.max(records.jobs.length, records.counters.length) > jobs ||
        records.presentations.length > presentations ||
        records.rates.length > KEPT_RATES;
      if (isTooMuch) return Promise.resolve(false);
      const data = newData(workspaceId);
      for (const job of records.jobs) data.jobs.set(job.id, job);
      for (const record of records.presentations) data.presentations.set(record.id, record);
      for (const [counter, count] of records.counters) data.counters.set(counter, count);
      for (const [bucket, granted] of records.rates) data.rates.set(bucket, new RateWindow(granted));
      workspaces.set(workspaceId, data);
      return Promise.resolve(true);
    },
    clear(workspaceId) {
      workspaces.delete(workspaceId);
      return Promise.resolve();
    },
    evictions: () => Promise.resolve({ ...evicted }),
  };
}
