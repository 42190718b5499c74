/** Stores jobs and presentations. A store does not know the meaning of a job, or the current time. */
import type { Section } from '../../generated/presentation-api.js';
import type { TemplateRow } from './directory-rows.js';

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
  readonly template: TemplateRow;
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
  /** The id of its template. Old states do not have it. */
  readonly templateId?: string | undefined;
}

/** A rate: a number of requests in a window of milliseconds. */
export interface Rate {
  readonly requests: number;
  readonly window: number;
}

/** The number of evictions of each kind. */
export interface Evictions {
  readonly jobs: number;
  readonly presentations: number;
}

/** The value of a counter. `job` is the id of its job, if it belongs to one. */
export interface Count {
  readonly name: string;
  readonly count: number;
  readonly job?: string;
}

/** All records of a workspace as plain data. Each list is sorted from the oldest to the newest. */
export interface WorkspaceRecords {
  readonly jobs: readonly Job[];
  readonly presentations: readonly PresentationRecord[];
  readonly counters: readonly Count[];
  /** The times of the last granted requests, by bucket. */
  readonly rates: readonly { readonly bucket: string; readonly granted: readonly number[] }[];
  /** The evictions so far. Default: none. */
  readonly evicted?: Evictions;
}

export interface Store {
  job(workspaceId: string, id: string): Job | undefined;
  addJob(job: Job): void;
  /** Replaces a job by the result of `change`, atomically. */
  changeJob(workspaceId: string, id: string, change: (job: Job) => Job): Job | undefined;

  presentation(workspaceId: string, id: string): PresentationRecord | undefined;
  putPresentation(record: PresentationRecord): void;

  /**
   * Increments a counter and returns it, starting at 1: for ids, and for the numbers of requests. Deleted with the
   * workspace's data.
   * @param jobId the job of the counter; both are deleted together
   */
  count(workspaceId: string, counter: string, jobId?: string): number;
  /**
   * Takes one request from a rate.
   * @returns 0 if it is granted, else the milliseconds until the next one can be granted
   */
  take(workspaceId: string, bucket: string, rate: Rate, now: number): number;

  /** The newest jobs, the newest first, and the number of all jobs. */
  jobs(workspaceId: string, limit: number): { readonly jobs: readonly Job[]; readonly total: number };
  /** The number of changes of jobs since the workspace's data was cleared or loaded. */
  jobChanges(workspaceId: string): number;
  /** The same as `jobs`, for the jobs with a change after this number of changes. -1: all jobs. */
  changedJobs(workspaceId: string, after: number, limit: number): ReturnType<Store['jobs']>;
  dump(workspaceId: string): WorkspaceRecords;
  /** Whether a workspace can keep all these records. */
  fits(records: WorkspaceRecords): boolean;
  /** Replaces all records of a workspace, atomically. */
  load(workspaceId: string, records: WorkspaceRecords): void;

  /** Deletes a workspace's jobs, presentations, counters and rates. */
  clear(workspaceId: string): void;
  /** The evictions of a workspace since its data was cleared. */
  evictions(workspaceId: string): Evictions;
}
