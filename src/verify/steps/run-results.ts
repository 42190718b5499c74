/** What the steps of a run returned so far. Each step reads it, and returns what it adds. */
import type { JobStatus } from '../../generated/lifecycle.js';

export interface KnownPresentation {
  readonly id: string;
  readonly title: string;
  /** The job that generated it; absent for a presentation that was created from a template. */
  readonly job?: string;
}

export interface FinishedJob {
  readonly id: string;
  readonly status: 'completed' | 'failed';
}

/** A presentation that the other key created. */
export interface OtherWorkspaceResults {
  /** Its id, once the other key has fetched it. */
  readonly presentation?: string;
  /** Its id, if the other key could not fetch it. */
  readonly missingPresentation?: string;
  /** Whether the other key got a server error instead of the list of templates. */
  readonly hasBrokenList: boolean;
}

export interface RunResults {
  /** Candidates for template_id, likeliest first. */
  readonly templateIds: readonly string[];
  /** The last template of the list. */
  readonly lastTemplateId?: string;
  /** The template of the first accepted start, if it had one. */
  readonly acceptedTemplateId?: string;
  /** The ids of all started jobs, in the order of their starts. */
  readonly jobs: readonly string[];
  /** The jobs that ended, in the order of their ends. */
  readonly finished: readonly FinishedJob[];
  /** The ids of the jobs that did not end in time, or whose questions rejected each reply. */
  readonly unfinished: readonly string[];
  /** Those of jobs, the newest first, then those that were created from a template. */
  readonly presentations: readonly KnownPresentation[];
  /** The ids of presentations that were not fetched yet. */
  readonly unfetched: readonly string[];
  readonly other: OtherWorkspaceResults;
  /** Whether the service blocked the reads without a valid key. */
  readonly areReadsBlocked: boolean;
}

export const NO_RESULTS: RunResults = {
  templateIds: [],
  jobs: [],
  finished: [],
  unfinished: [],
  presentations: [],
  unfetched: [],
  other: { hasBrokenList: false },
  areReadsBlocked: false,
};

/** A job and the status of its last poll. */
export interface JobInStatus {
  readonly id: string;
  readonly status: JobStatus | undefined;
}
