/** The data for the timelines in the panel. The control document does not describe these fields. */
import type { OperationId } from '../../generated/control-api.js';

/** The summary of a scenario, for a chart. */
export type TimelineSummary = {
  /**
   * One segment for each step, up to the end of the job. A question with a timeout gets no reply. A question without one gets a
   * reply.
   */
  readonly segments: readonly TimelineSegment[];
  /** How a job ends without an intervention. `stalled`: it never ends. `rejected`: no job can start. */
  readonly end: 'completed' | 'failed' | 'stalled' | 'rejected';
  /** Milliseconds from the start to the end, without the wait for replies to questions without a timeout. Null if the job never ends. */
  readonly length: number | null;
  /** The segments after a reply in time, if the last question of `segments` fails without one. Otherwise empty. */
  readonly replied: readonly TimelineSegment[];
  readonly faults: readonly TimelineFault[];
};

export type TimelineSegment = {
  readonly kind: 'generate' | 'ask' | 'complete' | 'fail' | 'stall' | 'reject';
  /** In milliseconds; the midpoint of a range. Null without an end (a question without a timeout, stall), 0 for complete, fail and reject. */
  readonly duration: number | null;
  /** Whether a generate segment has slides. */
  readonly progress?: boolean;
  /** The fraction of jobs that have this segment. Absent if all jobs have it. */
  readonly probability?: number;
  /** The HTTP status of a rejection. Absent if there is no response. */
  readonly status?: number;
};

export type TimelineFault = {
  readonly operations: readonly OperationId[];
  readonly effect: 'response' | 'latency' | 'reset' | 'timeout' | 'truncated' | 'malformed' | 'drip';
  /** The status of a response. */
  readonly status?: number;
  /** From 0 to 1. */
  readonly probability: number;
  /** The numbers of the requests, from 1. Null for all requests. */
  readonly requests: TimelineRange | null;
  /** The time since the start of the job, in milliseconds. Null for any time. */
  readonly during: TimelineRange | null;
};

/** `to` is null without an end. */
export type TimelineRange = { readonly from: number; readonly to: number | null };

/** The counts in the status responses while a job generates. They grow linearly from `since` to `until`, in whole numbers. */
export type ProgressRange = {
  /** On the clock of the workspace, in ISO 8601. */
  readonly since: string;
  readonly until: string;
  readonly tokens: CountRange;
  /** The completed slides. Absent before the first slide. */
  readonly slides?: CountRange;
  readonly slides_total?: number;
  /** With the placeholders {slide}, {slides_completed} and {slides_total}. */
  readonly current_step?: string;
};

export type CountRange = { readonly from: number; readonly to: number };
