/**
 * What a stand-in remembers of jobs and presentations. One small asynchronous interface, so that several processes can
 * share one memory; nothing behind it knows what a job does or what time it is.
 */
import type { Section } from '../generated/presentation-api.js';
import type { TemplateRow } from './directory-rows.js';

/** Something that happened to a job and changed its course; `at` is when, on the workspace's clock. In order of time. */
export type JobEvent =
  /** A reply to a question: that of a step, or, numbered after the steps, that of an event. */
  | { readonly kind: 'reply'; readonly step: number; readonly at: number }
  | { readonly kind: 'ask'; readonly message: string; readonly at: number }
  | { readonly kind: 'fail'; readonly error: string; readonly at: number }
  | { readonly kind: 'complete'; readonly title?: string; readonly at: number }
  | { readonly kind: 'stall'; readonly at: number };

/** A job as it is remembered. Where it stands is computed from this, never stored. */
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
  /** What it was made from. Snapshots of before this was kept have none. */
  readonly templateId?: string | undefined;
}

/** A rate: so many requests in so many milliseconds. */
export interface Rate {
  readonly requests: number;
  readonly window: number;
}

/** What was forgotten to stay within bounds. */
export interface Evictions {
  readonly jobs: number;
  readonly presentations: number;
}

/** How far a counter has come; `job` is the one it belongs to, if it belongs to one. */
export interface Count {
  readonly name: string;
  readonly count: number;
  readonly job?: string;
}

/** Everything a store remembers of a workspace, as plain data; each list from the oldest to the newest. */
export interface WorkspaceRecords {
  readonly jobs: readonly Job[];
  readonly presentations: readonly PresentationRecord[];
  readonly counters: readonly Count[];
  /** When the last granted requests of each bucket came. */
  readonly rates: readonly (readonly [bucket: string, granted: readonly number[]])[];
}

export interface Store {
  job(workspaceId: string, id: string): Promise<Job | undefined>;
  addJob(job: Job): Promise<void>;
  /** Replaces a job by what `change` makes of it, in one step that nobody else can get between. */
  changeJob(workspaceId: string, id: string, change: (job: Job) => Job): Promise<Job | undefined>;

  presentation(workspaceId: string, id: string): Promise<PresentationRecord | undefined>;
  putPresentation(record: PresentationRecord): Promise<void>;

  /**
   * Counts up from 1: for identifiers, and for the ordinals of requests. Forgotten with the workspace's data.
   * @param jobId the job whose counter it is, and with which it may be forgotten
   */
  count(workspaceId: string, counter: string, jobId?: string): Promise<number>;
  /**
   * Takes one request out of a rate.
   * @returns 0 when it is granted, else the milliseconds until one will be
   */
  take(workspaceId: string, bucket: string, rate: Rate, now: number): Promise<number>;

  /** The newest jobs, the newest first, and how many there are. */
  jobs(
    workspaceId: string,
    limit: number,
  ): Promise<{ readonly jobs: readonly Job[]; readonly total: number }>;
  dump(workspaceId: string): Promise<WorkspaceRecords>;
  /**
   * Replaces all that is remembered of a workspace, in one step that nobody else can get between.
   * @returns false when it is more than the store keeps; nothing is changed then
   */
  load(workspaceId: string, records: WorkspaceRecords): Promise<boolean>;

  /** Forgets a workspace's jobs, presentations, counters and rates. */
  clear(workspaceId: string): Promise<void>;
  evictions(): Promise<Evictions>;
}
