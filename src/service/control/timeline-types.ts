/** What the panel draws of timelines: plain data, beside the fields that the control document describes. */
import type { OperationId } from '../../generated/control-api.js';

/** The timeline of a scenario, for a small chart. */
export type TimelineSummary = {
  /**
   * One segment for each step, up to the end of the job. A question with a time limit gets no reply. After a question without
   * one, the timeline shows what follows a reply.
   */
  readonly segments: readonly TimelineSegment[];
  /** How a job ends without an intervention. `stalled`: it never ends. `refused`: no job can start. */
  readonly end: 'completed' | 'failed' | 'stalled' | 'rejected';
  /** Milliseconds from the start to the end, without the waiting for replies to questions that have no limit. Null if the job never ends. */
  readonly length: number | null;
  /** The segments after a reply in time, if the last question of `segments` fails without one. Otherwise empty. */
  readonly replied: readonly TimelineSegment[];
  readonly faults: readonly TimelineFault[];
};

export type TimelineSegment = {
  readonly kind: 'generate' | 'ask' | 'complete' | 'fail' | 'stall' | 'reject';
  /** In milliseconds, the middle of a range. Null without an end (a question without a limit, stay), 0 for complete, fail and refuse. */
  readonly duration: number | null;
  /** Whether a work segment shows slides. */
  readonly progress?: boolean;
  /** The share of jobs with this segment. Absent if all jobs have it. */
  readonly chance?: number;
  /** The HTTP status of a refusal. Absent when there is no response. */
  readonly status?: number;
};

export type TimelineFault = {
  readonly on: readonly OperationId[];
  readonly effect: 'response' | 'latency' | 'reset' | 'timeout' | 'truncated' | 'malformed' | 'drip';
  /** The status of a response. */
  readonly status?: number;
  /** From 0 to 1. */
  readonly chance: number;
  /** The numbers of the requests, from 1. Null for all requests. */
  readonly requests: TimelineRange | null;
  /** The time since the start of the job, in milliseconds. Null for always. */
  readonly during: TimelineRange | null;
};

/** `to` is null without an end. */
export type TimelineRange = { readonly from: number; readonly to: number | null };

/** The figures of the status view while a job generates. They grow evenly from `since` to `until`, in whole numbers, and then stay. */
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
