/** The plan of a run: what `plan.ts` decides once, and each step reads. */
import type { KeyHeader } from './api-keys.js';
import type { ResolvedVerifyOptions } from './options.js';
import type { InvalidKeyRequest, KeyFormRequest } from './steps/invalid-key-requests.js';

export interface PlannedJob {
  readonly prompt: string;
  readonly via: KeyHeader;
  /** Whether the prompt makes the job ask a question. */
  readonly asks: boolean;
  /** Whether the job starts once another one has ended. */
  readonly isLate: boolean;
  /** Whether the job starts after all late ones have ended. */
  readonly isLast: boolean;
}

export interface RunPlan {
  readonly settings: ResolvedVerifyOptions;
  readonly jobs: readonly PlannedJob[];
  /** Whether the other key starts a job, too. */
  readonly hasOtherJob: boolean;
  /** The requests without a valid key, in the order in which an operation gets them. */
  readonly invalidKeyRequests: readonly InvalidKeyRequest[];
  /** The requests with the key in forms that 5.1 leaves open. */
  readonly keyFormRequests: readonly KeyFormRequest[];
  /** An estimate. */
  readonly requests: number;
  /** An estimate at the given request rate, for jobs of some seconds, in halves. */
  readonly minutes: number;
  readonly phases: readonly { readonly title: string; readonly requests: number }[];
  /** What the run does not cover, with the option that helps. */
  readonly notCovered: readonly { readonly what: string; readonly flag: string }[];
}
