/** The interface of the jobs of a workspace, which a store or the replay of a recording implements. */
import type { JobInfo, JobList, StartJobRequest } from '../../generated/control-api.js';

export interface JobSource {
  /** The name of the recording that is replayed; `undefined` if the jobs play scenarios. */
  readonly recording: string | undefined;
  /** Increases with every change of a job, except over time. */
  readonly changeCount: number;
  count(): number;
  /** The newest jobs, the newest first. */
  list(options: JobListOptions): JobList;
  /** @param at a time on the workspace's clock. @throws UserError `not-found` */
  get(id: string, at: number, options?: { readonly includeTimeline: boolean }): JobInfo;
  /** @param pointer to the id in the input. @throws UserError `invalid-input` if there is no such job */
  assertExists(id: string, pointer: string): void;
  /** @throws UserError `invalid-input`, or `job-conflict` if the recording has no start at this point */
  start(request: StartJobRequest): JobInfo;
  /** Replies to the job's question, like a message from its client. @throws UserError `job-conflict` if it has none */
  reply(id: string, message: string): JobInfo;
  /** @throws UserError `job-conflict` if the job has ended, or belongs to a recording */
  intervene(id: string, intervention: Intervention): JobInfo;
  /** The next change of a job without a request. @param job the only job to consider */
  next(job: string | undefined): NextJobChange;
  /** @throws UserError `job-conflict` if the workspace replays a recording */
  assertPlaysScenarios(): void;
}

export interface JobListOptions {
  readonly limit: number;
  readonly includeTimeline: boolean;
  /** Only jobs with a change after this `changeCount`. A replay lists all jobs. */
  readonly changedAfter?: number;
}

/** A manual change of a running job. */
export type Intervention =
  | { readonly kind: 'ask'; readonly message: string }
  | { readonly kind: 'fail'; readonly error: string }
  | { readonly kind: 'complete'; readonly title?: string | undefined }
  | { readonly kind: 'stall' };

export interface NextJobChange {
  readonly id: string;
  /** Infinite if no job will change. */
  readonly until: number;
  /** Which faults advancing the clock does not apply, because it sends no polls. */
  readonly skippedFaultsNote?: string | undefined;
}
