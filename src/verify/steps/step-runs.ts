/** In which runs a step is sent. */
import type { ResolvedVerifyOptions } from '../options.js';

export type RunKind = 'full' | 'smoke' | 'read-only';

export interface StepRuns {
  /** Default: full runs only. */
  readonly runs?: readonly RunKind[];
  /** Sent only with a request rate, or only without one. A smoke run has few requests, and sends them as without a rate. */
  readonly pace?: 'paced' | 'unpaced';
}

export function runKind({ readOnly, smoke }: ResolvedVerifyOptions): RunKind {
  return readOnly ? 'read-only' : smoke ? 'smoke' : 'full';
}

/** Whether a run with these options sends the step. */
export function isSentIn(settings: ResolvedVerifyOptions, { runs = ['full'], pace }: StepRuns): boolean {
  const kind = runKind(settings);
  const own = settings.requestsPerMinute > 0 && kind !== 'smoke' ? 'paced' : 'unpaced';
  return runs.includes(kind) && (pace ?? own) === own;
}
