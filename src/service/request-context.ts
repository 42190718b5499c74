/** What the service knows about one request. The steps of `play` fill it in; operations and faults read it. */
import type { OperationId } from '../generated/routes.js';
import type { Timeline } from '../scenario/timeline.js';
import type { SentKey } from './keys.js';
import type { WorkspaceRow } from './store/directory-rows.js';
import type { Job } from './store/store.js';
import type { WorkspaceState } from './workspace-state.js';

export interface RequestContext {
  readonly requestId: string;
  /** Undefined if the service accepts requests without a key. */
  readonly key: SentKey | undefined;
  readonly operation: OperationId;
  /** The path parameter, or empty. */
  readonly id: string;
  /** The workspace that the key of the request opens. */
  readonly workspace: WorkspaceRow;
  readonly state: WorkspaceState;
  /** The current time on the workspace's clock. */
  readonly now: number;
  /** The job of the request, if it is about one. */
  readonly job: Job | undefined;
  /** The scenario for this request. */
  readonly timeline: Timeline;
  /** The request body, valid unless `isLenient`; `undefined` for operations without one. */
  readonly body: unknown;
  /** Whether the operation takes effect with any body, and with a template that the workspace does not have. */
  readonly isLenient: boolean;
}

/** The context before all steps of `play` are done: what they have not found yet is undefined. */
export type OpenContext = {
  -readonly [Name in keyof RequestContext]: RequestContext[Name] | undefined;
};
