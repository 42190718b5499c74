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
  readonly counters: Map<string, number>;
  readonly jobCounters: BoundedMap<string, number>;
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

  const dataOf = (id: string): WorkspaceData => {
    let data = workspaces.get(id);
    if (!data) {
      const evict = (kind: keyof Evictions) => () => {
        evicted[kind] += 1;
        onEvict(kind, id);
      };
      data = {
        jobs: new BoundedMap(jobs, evict('jobs')),
        presentations: new BoundedMap(presentations, evict('presentations')),
        counters: new Map(),
        jobCounters: new BoundedMap(jobs),
        rates: new BoundedMap(KEPT_RATES),
      };
      workspaces.set(id, data);
    }
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
    count(workspaceId, counter, jobId) {
      const data = dataOf(workspaceId);
      const counters = jobId === undefined ? data.counters : data.jobCounters;
      const name = jobId === undefined ? counter : `${counter}:${jobId}`;
      const next = (counters.get(name) ?? 0) + 1;
      counters.set(name, next);
      return Promise.resolve(next);
    },
    take(workspaceId, bucket, rate: Rate, now) {
      const { rates } = dataOf(workspaceId);
      let window = rates.get(bucket);
      if (!window) rates.set(bucket, (window = new RateWindow()));
      return Promise.resolve(window.take(rate, now));
    },
    clear(workspaceId) {
      workspaces.delete(workspaceId);
      return Promise.resolve();
    },
    evictions: () => Promise.resolve({ ...evicted }),
  };
}
