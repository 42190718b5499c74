/** The events of a run, for a progress line and a log. */
import type { OperationId } from '../generated/routes.js';

export type RunEvent =
  | { readonly kind: 'phase'; readonly title: string }
  | {
      readonly kind: 'request';
      readonly operation: OperationId;
      readonly status?: number;
      readonly sent: number;
    }
  /** The run waits for its request rate, or because the target asked for a pause. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'job'; readonly id: string; readonly status: string }
  | { readonly kind: 'note'; readonly text: string }
  /** What would not be restored if the run ended now, the newest first: `the title of presentation p1`. */
  | { readonly kind: 'changes'; readonly left: readonly string[] };
