/**
 * What a stand-in remembers of jobs and presentations. One small interface: a store in memory returns values, one that
 * several processes share returns promises. Nothing behind it knows what a job does or what time it is.
 */
import type { Awaitable } from '../base/awaitable.js';
import type { Section } from '../generated/presentation-api.js';
import type { TemplateRow } from './directory-rows.js';

/** An event that changed how a job goes on; `at` is when, on the workspace's clock. Events stand in order of time. */
export type JobEvent =
  /** A reply to a question: that of a step, or, numbered after the steps, that of an event. */
  | { readonly kind: 'reply'; readonly step: number; readonly at: number }
  | { readonly kind: 'ask'; readonly message: string; readonly at: number }
  | { readonly kind: 'fail'; readonly error: string; readonly at: number }
  | { readonly kind: 'complete'; readonly title?: string; readonly at: number }
  | { readonly kind: 'stall'; readonly at: number };

/** A job as it is stored. Where it stands is computed from this, and never stored. */
export interface Job {
  readonly id: string;
  readonly workspaceId: string;
  /** When it started, on the workspace's clock. */
  readonly startedAt: number;
  readonly prompt: string;
  readonly template: TemplateRow;
  readonly timelineId: string;
  readonly seed: number;
  readonly events: readonly JobEvent[];
  /** The title its presentation was given, and when, once it was. */
  readonly renamed?: { readonly title: string; readonly at: number };
}

/** A presentation that no job made. */
export interface PresentationRecord {
  readonly id: string;
  readonly workspaceId: string;
  readonly title: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly sections: readonly Section[];
  /** The template it was made from. Old snapshots do not have it. */
  readonly templateId?: string | undefined;
}

/** A rate: so many requests in so many milliseconds. */
export interface Rate {
  readonly requests: number;
  readonly window: number;
}

/** How many were forgotten to stay within bounds. */
export interface Evictions {
  readonly jobs: number;
  readonly presentations: number;
}

/** The value of a counter; `job` is the job it belongs to, if any. */
export interface Count {
  readonly name: string;
  readonly count: number;
  readonly job?: string;
}

/** All records of a workspace, as plain data; each list from the oldest to the newest. */
export interface WorkspaceRecords {
  readonly jobs: readonly Job[];
  readonly presentations: readonly PresentationRecord[];
  readonly counters: readonly Count[];
  /** When the last granted requests of each bucket came. */
  readonly rates: readonly (readonly [bucket: string, granted: readonly number[]])[];
}

export interface Store {
  job(workspaceId: string, id: string): Awaitable<Job | undefined>;
  addJob(job: Job): Awaitable<void>;
  /** Replaces a job by the result of `change`, atomically. */
  changeJob(workspaceId: string, id: string, change: (job: Job) => Job): Awaitable<Job | undefined>;

  presentation(workspaceId: string, id: string): Awaitable<PresentationRecord | undefined>;
  putPresentation(record: PresentationRecord): Awaitable<void>;

  /**
   * Counts up from 1: for identifiers, and for the ordinals of requests. Forgotten with the workspace's data.
   * @param jobId the job whose counter it is; both are forgotten together
   */
  count(workspaceId: string, counter: string, jobId?: string): Awaitable<number>;
  /**
   * Takes one request out of a rate.
   * @returns 0 when it is granted, else the milliseconds until one will be
   */
  take(workspaceId: string, bucket: string, rate: Rate, now: number): Awaitable<number>;

  /** The newest jobs, the newest first, and how many there are. */
  jobs(
    workspaceId: string,
    limit: number,
  ): Awaitable<{ readonly jobs: readonly Job[]; readonly total: number }>;
  dump(workspaceId: string): Awaitable<WorkspaceRecords>;
  /**
   * Replaces all records of a workspace, atomically.
   * @returns false when they are more than the store keeps; nothing changes then
   */
  load(workspaceId: string, records: WorkspaceRecords): Awaitable<boolean>;

  /** Forgets a workspace's jobs, presentations, counters and rates. */
  clear(workspaceId: string): Awaitable<void>;
  evictions(): Awaitable<Evictions>;
}
