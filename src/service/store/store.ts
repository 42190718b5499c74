/** Stores the jobs and presentations of each workspace in bounded maps. It does not know the current time. */
import { BoundedMap } from '../../base/bounded-map.js';
import type { Section } from '../../generated/presentation-api.js';
import type { TemplateRecord } from './registry-records.js';

/** An event that changed a job. `at` is its time on the workspace's clock. Events are sorted by time. */
export type JobEvent =
  /** A reply to a question. `step` is the index of the asking step; questions of events have the numbers after the steps. */
  | { readonly kind: 'reply'; readonly step: number; readonly at: number }
  | { readonly kind: 'ask'; readonly message: string; readonly at: number }
  | { readonly kind: 'fail'; readonly error: string; readonly at: number }
  | { readonly kind: 'complete'; readonly title?: string; readonly at: number }
  | { readonly kind: 'stall'; readonly at: number };

/** A stored job. Its state is computed and never stored. */
export interface Job {
  readonly id: string;
  readonly workspaceId: string;
  /** The start, on the workspace's clock. */
  readonly startedAt: number;
  readonly prompt: string;
  readonly template: TemplateRecord;
  readonly timelineId: string;
  readonly seed: number;
  readonly events: readonly JobEvent[];
  /** The new title of its presentation, and the time of the change. */
  readonly renamed?: { readonly title: string; readonly at: number };
}

/** A presentation that is not from a job. */
export interface PresentationRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sections: readonly Section[];
  /** The id of its template. */
  readonly templateId?: string | undefined;
}

/** The number of evicted records of each kind. */
export interface Evictions {
  readonly jobs: number;
  readonly presentations: number;
}

/** The value of a counter. `job` is the id of its job, if it belongs to one. */
export interface CounterValue {
  readonly name: string;
  readonly count: number;
  readonly job?: string;
}

/** All records of a workspace as plain data. Each list is sorted from the oldest to the newest. */
export interface WorkspaceDump {
  readonly jobs: readonly Job[];
  readonly presentations: readonly PresentationRecord[];
  readonly counters: readonly CounterValue[];
  /** The times of the last accepted requests, by rate limit bucket. */
  readonly rateLimits: readonly { readonly bucket: string; readonly requestTimes: readonly number[] }[];
  /** The evictions so far. Default: none. */
  readonly evicted?: Evictions;
}

/** The default maximum number of jobs in a workspace, and of presentations that are not from a job. */
const DEFAULT_MAX_RECORDS = 10_000;

/** The maximum number of rate limit buckets in a workspace, and of counters for requests without a job. */
const MAX_RATE_BUCKETS = 10_000;
const MAX_COUNTERS = 10_000;

interface WorkspaceData {
  readonly jobs: BoundedMap<string, Job>;
  readonly presentations: BoundedMap<string, PresentationRecord>;
  readonly evicted: { jobs: number; presentations: number };
  /** The numbers of jobs and presentations that were ever created. Ids are generated from them. */
  readonly createdCounts: { jobs: number; presentations: number };
  readonly counters: BoundedMap<string, number>;
  jobChanges: number;
  /** The value of `jobChanges` after the last change of each job. */
  readonly changedAt: Map<string, number>;
  /** The counters of operations on a job. They are deleted with the job. */
  readonly jobCounters: Map<string, Map<string, number>>;
  /** The times of the last accepted requests of each bucket, the oldest first. */
  readonly rateLimits: BoundedMap<string, number[]>;
}

export class JobStore {
  readonly #workspaces = new Map<string, WorkspaceData>();
  readonly maxRecords: number;
  readonly #onEvict: (kind: keyof Evictions, workspaceId: string) => void;

  /**
   * @param maxRecords the maximum number of jobs in a workspace, and of presentations that are not from a job. A job is evicted with
   * its presentation
   * @param onEvict called for each eviction
   */
  constructor(
    maxRecords = DEFAULT_MAX_RECORDS,
    onEvict: (kind: keyof Evictions, workspaceId: string) => void = () => {},
  ) {
    this.maxRecords = maxRecords;
    this.#onEvict = onEvict;
  }

  job(workspaceId: string, id: string): Job | undefined {
    return this.#workspaces.get(workspaceId)?.jobs.get(id);
  }

  addJob(job: Job): void {
    storeJob(this.#getOrCreateData(job.workspaceId), job);
  }

  /** Replaces a job by the result of `change`. */
  changeJob(workspaceId: string, id: string, change: (job: Job) => Job): Job | undefined {
    const data = this.#workspaces.get(workspaceId);
    const job = data?.jobs.get(id);
    if (!data || !job) return undefined;
    const changed = change(job);
    if (changed !== job) storeJob(data, changed);
    return changed;
  }

  /** The newest jobs, the newest first, and the number of all jobs. */
  jobs(workspaceId: string, limit: number): { readonly jobs: readonly Job[]; readonly total: number } {
    return this.changedJobs(workspaceId, -1, limit);
  }

  /** The number of changes of jobs since the workspace's data was cleared or loaded. */
  jobChanges(workspaceId: string): number {
    return this.#workspaces.get(workspaceId)?.jobChanges ?? 0;
  }

  /** The same as `jobs`, for the jobs with a change after this number of changes. -1: all jobs. */
  changedJobs(workspaceId: string, after: number, limit: number): ReturnType<JobStore['jobs']> {
    const data = this.#workspaces.get(workspaceId);
    const all = [...(data?.jobs.values() ?? [])];
    const changed = all.filter(({ id }) => (data?.changedAt.get(id) ?? 0) > after);
    return { jobs: changed.slice(Math.max(0, changed.length - limit)).reverse(), total: all.length };
  }

  presentation(workspaceId: string, id: string): PresentationRecord | undefined {
    return this.#workspaces.get(workspaceId)?.presentations.get(id);
  }

  putPresentation(record: PresentationRecord): void {
    this.#getOrCreateData(record.workspaceId).presentations.set(record.id, record);
  }

  /**
   * Increments a counter and returns it, starting at 1: for ids, and for the numbers of requests.
   * @param jobId the job of the counter, which is deleted with the job
   */
  incrementCounter(workspaceId: string, counter: string, jobId?: string): number {
    const data = this.#getOrCreateData(workspaceId);
    if (isCreatedCount(counter)) return (data.createdCounts[counter] += 1);
    const counters = jobId === undefined ? data.counters : getOrCreateCounters(data.jobCounters, jobId);
    const next = (counters.get(counter) ?? 0) + 1;
    counters.set(counter, next);
    return next;
  }

  /**
   * Applies a sliding-window rate limit to a request.
   * @returns 0 if allowed, else the wait in milliseconds
   */
  consumeRateLimit(
    workspaceId: string,
    bucket: string,
    { requests, windowMs }: { readonly requests: number; readonly windowMs: number },
    now: number,
  ): number {
    const { rateLimits } = this.#getOrCreateData(workspaceId);
    let requestTimes = rateLimits.get(bucket);
    if (!requestTimes) rateLimits.set(bucket, (requestTimes = []));
    const wait = (requestTimes[requestTimes.length - requests] ?? -Infinity) + windowMs - now;
    if (wait > 0) return wait;
    requestTimes.push(now);
    if (requestTimes.length > requests) requestTimes.shift();
    return 0;
  }

  /** All records of a workspace. */
  dump(workspaceId: string): WorkspaceDump {
    const data = this.#getOrCreateData(workspaceId);
    return {
      jobs: [...data.jobs.values()],
      presentations: [...data.presentations.values()],
      counters: listCounters(data),
      rateLimits: [...data.rateLimits.entries()].map(([bucket, requestTimes]) => ({
        bucket,
        requestTimes: [...requestTimes],
      })),
    };
  }

  /** Replaces all records of a workspace. */
  load(workspaceId: string, records: WorkspaceDump): void {
    const data = this.#newData(workspaceId);
    this.#workspaces.set(workspaceId, data);
    Object.assign(data.evicted, records.evicted);
    for (const job of records.jobs) data.jobs.set(job.id, job);
    for (const record of records.presentations) data.presentations.set(record.id, record);
    for (const { name, count, job } of records.counters) {
      if (job === undefined && isCreatedCount(name)) data.createdCounts[name] = count;
      else if (job === undefined) data.counters.set(name, count);
      else if (data.jobs.get(job)) getOrCreateCounters(data.jobCounters, job).set(name, count);
    }
    for (const { bucket, requestTimes } of records.rateLimits) data.rateLimits.set(bucket, [...requestTimes]);
  }

  /** Deletes a workspace's jobs, presentations, counters and rate limit buckets. */
  clear(workspaceId: string): void {
    this.#workspaces.delete(workspaceId);
  }

  /** The evictions of a workspace since its data was cleared. */
  evictedCounts(workspaceId: string): Evictions {
    return { jobs: 0, presentations: 0, ...this.#workspaces.get(workspaceId)?.evicted };
  }

  #getOrCreateData(id: string): WorkspaceData {
    let data = this.#workspaces.get(id);
    if (!data) this.#workspaces.set(id, (data = this.#newData(id)));
    return data;
  }

  #newData(id: string): WorkspaceData {
    const evict = (kind: keyof Evictions): void => {
      data.evicted[kind] += 1;
      this.#onEvict(kind, id);
    };
    const data: WorkspaceData = {
      jobs: new BoundedMap(this.maxRecords, (jobId) => {
        data.jobCounters.delete(jobId);
        data.changedAt.delete(jobId);
        evict('jobs');
      }),
      presentations: new BoundedMap(this.maxRecords, () => evict('presentations')),
      evicted: { jobs: 0, presentations: 0 },
      createdCounts: { jobs: 0, presentations: 0 },
      counters: new BoundedMap(MAX_COUNTERS),
      jobChanges: 0,
      changedAt: new Map(),
      jobCounters: new Map(),
      rateLimits: new BoundedMap(MAX_RATE_BUCKETS),
    };
    return data;
  }
}

function storeJob(data: WorkspaceData, job: Job): void {
  data.jobs.set(job.id, job);
  data.jobChanges += 1;
  data.changedAt.set(job.id, data.jobChanges);
}

function isCreatedCount(counter: string): counter is keyof WorkspaceData['createdCounts'] {
  return counter === 'jobs' || counter === 'presentations';
}

/** All counters; those of jobs come last. */
function listCounters({ createdCounts, counters, jobCounters }: WorkspaceData): CounterValue[] {
  const workspaceCounters = [...Object.entries(createdCounts), ...counters.entries()].map(
    ([name, count]) => ({
      name,
      count,
    }),
  );
  const counted = [...jobCounters].flatMap(([job, counts]) =>
    [...counts].map(([name, count]) => ({ name, count, job })),
  );
  return [...workspaceCounters.filter(({ count }) => count > 0), ...counted];
}

function getOrCreateCounters(all: Map<string, Map<string, number>>, jobId: string): Map<string, number> {
  let counters = all.get(jobId);
  if (!counters) all.set(jobId, (counters = new Map<string, number>()));
  return counters;
}
