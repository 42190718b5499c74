/** The store of a single process: maps for each workspace, all of them bounded. */
import { BoundedMap } from '../../base/bounded-map.js';
import { RateWindow } from './rate-window.js';
import type { Count, Evictions, Job, PresentationRecord, Rate, Store } from './store.js';

/** The default maximum number of jobs in a workspace, and of presentations that are not from a job. */
const MOST_JOBS = 10_000;

/**
 * The maximum number of rates in a workspace (one for each key and policy), and of counters for requests that are not about
 * a job.
 */
const KEPT_RATES = 10_000;
const KEPT_COUNTERS = 10_000;

const NOTHING: Evictions = { jobs: 0, presentations: 0 };

interface WorkspaceData {
  readonly jobs: BoundedMap<string, Job>;
  readonly presentations: BoundedMap<string, PresentationRecord>;
  readonly evicted: Evictions;
  /** The numbers of jobs and presentations that were ever created. Ids are made from them. */
  readonly created: { jobs: number; presentations: number };
  readonly counters: BoundedMap<string, number>;
  jobChanges: number;
  /** The number of the last change of each job. */
  readonly changedAt: Map<string, number>;
  /** The counters of operations on a job. They are deleted with the job. */
  readonly jobCounters: Map<string, Map<string, number>>;
  readonly rates: BoundedMap<string, RateWindow>;
}

/**
 * @param most the maximum number of jobs in a workspace, and of presentations that are not from a job. A job is evicted with its
 * presentation
 * @param onEvict called for each eviction
 */
export function createMemoryStore(
  most = MOST_JOBS,
  onEvict: (kind: keyof Evictions, workspaceId: string) => void = () => {},
): Store {
  const workspaces = new Map<string, WorkspaceData>();

  const newData = (id: string): WorkspaceData => {
    const jobCounters = new Map<string, Map<string, number>>();
    const changedAt = new Map<string, number>();
    const evicted = { jobs: 0, presentations: 0 };
    const evict = (kind: keyof Evictions): void => {
      evicted[kind] += 1;
      onEvict(kind, id);
    };
    return {
      jobs: new BoundedMap(most, (jobId) => {
        jobCounters.delete(jobId);
        changedAt.delete(jobId);
        evict('jobs');
      }),
      presentations: new BoundedMap(most, () => evict('presentations')),
      evicted,
      created: { jobs: 0, presentations: 0 },
      counters: new BoundedMap(KEPT_COUNTERS),
      jobChanges: 0,
      changedAt,
      jobCounters,
      rates: new BoundedMap(KEPT_RATES),
    };
  };
  const dataOf = (id: string): WorkspaceData => {
    let data = workspaces.get(id);
    if (!data) workspaces.set(id, (data = newData(id)));
    return data;
  };

  const setJob = (data: WorkspaceData, job: Job): void => {
    data.jobs.set(job.id, job);
    data.jobChanges += 1;
    data.changedAt.set(job.id, data.jobChanges);
  };

  return {
    job: (workspaceId, id) => workspaces.get(workspaceId)?.jobs.get(id),
    addJob: (job) => setJob(dataOf(job.workspaceId), job),
    changeJob(workspaceId, id, change) {
      const data = workspaces.get(workspaceId);
      const job = data?.jobs.get(id);
      if (!data || !job) return undefined;
      const changed = change(job);
      if (changed !== job) setJob(data, changed);
      return changed;
    },
    presentation: (workspaceId, id) => workspaces.get(workspaceId)?.presentations.get(id),
    putPresentation(record) {
      dataOf(record.workspaceId).presentations.set(record.id, record);
    },
    count(workspaceId, counter, jobId) {
      const data = dataOf(workspaceId);
      if (isCreated(counter)) return (data.created[counter] += 1);
      const counters = jobId === undefined ? data.counters : countersOf(data.jobCounters, jobId);
      const next = (counters.get(counter) ?? 0) + 1;
      counters.set(counter, next);
      return next;
    },
    take(workspaceId, bucket, rate: Rate, now) {
      const { rates } = dataOf(workspaceId);
      let window = rates.get(bucket);
      if (!window) rates.set(bucket, (window = new RateWindow()));
      return window.take(rate, now);
    },
    jobs(workspaceId, limit) {
      const all = [...(workspaces.get(workspaceId)?.jobs.values() ?? [])];
      return {
        jobs: all.slice(Math.max(0, all.length - limit)).reverse(),
        total: all.length,
      };
    },
    jobChanges: (workspaceId) => workspaces.get(workspaceId)?.jobChanges ?? 0,
    changedJobs(workspaceId, after, limit) {
      const data = workspaces.get(workspaceId);
      const all = [...(data?.jobs.values() ?? [])];
      const changed = all.filter(({ id }) => (data?.changedAt.get(id) ?? 0) > after);
      return { jobs: changed.slice(-limit).reverse(), total: all.length };
    },
    dump(workspaceId) {
      const data = dataOf(workspaceId);
      return {
        jobs: [...data.jobs.values()],
        presentations: [...data.presentations.values()],
        counters: countsOf(data),
        rates: [...data.rates.entries()].map(([bucket, window]) => ({ bucket, granted: window.granted() })),
      };
    },
    fits(records) {
      const ownCounters = records.counters.filter(({ name, job }) => job === undefined && !isCreated(name));
      return (
        records.jobs.length <= most &&
        records.presentations.length <= most &&
        ownCounters.length <= KEPT_COUNTERS &&
        records.rates.length <= KEPT_RATES
      );
    },
    load(workspaceId, records) {
      const data = newData(workspaceId);
      workspaces.set(workspaceId, data);
      Object.assign(data.evicted, records.evicted);
      for (const job of records.jobs) data.jobs.set(job.id, job);
      for (const record of records.presentations) data.presentations.set(record.id, record);
      for (const { name, count, job } of records.counters) {
        if (job === undefined && isCreated(name)) data.created[name] = count;
        else if (job === undefined) data.counters.set(name, count);
        else if (data.jobs.get(job)) countersOf(data.jobCounters, job).set(name, count);
      }
      for (const { bucket, granted } of records.rates) data.rates.set(bucket, new RateWindow(granted));
    },
    clear: (workspaceId) => void workspaces.delete(workspaceId),
    evictions: (workspaceId) => ({ ...(workspaces.get(workspaceId)?.evicted ?? NOTHING) }),
  };
}

function isCreated(counter: string): counter is keyof WorkspaceData['created'] {
  return counter === 'jobs' || counter === 'presentations';
}

/** All counters; those of jobs come last. */
function countsOf({ created, counters, jobCounters }: WorkspaceData): Count[] {
  const plain = [...Object.entries(created), ...counters.entries()].map(([name, count]) => ({ name, count }));
  const ofJobs = [...jobCounters].flatMap(([job, counts]) =>
    [...counts].map(([name, count]) => ({ name, count, job })),
  );
  return [...plain.filter(({ count }) => count > 0), ...ofJobs];
}

function countersOf(all: Map<string, Map<string, number>>, jobId: string): Map<string, number> {
  let counters = all.get(jobId);
  if (!counters) all.set(jobId, (counters = new Map<string, number>()));
  return counters;
}
