/** What every operation is: a function from what was asked, by whom and when, to a result. */
import type { Timeline } from '../../scenario/timeline.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import type { Directory } from '../../store/directory.js';
import type { Job, Store } from '../../store/store.js';
import type { Caller, Result } from '../api.js';

/** What operations work with. */
export interface World {
  readonly store: Store;
  readonly directory: Directory;
  readonly library: ScenarioLibrary;
  /** What fixes everything random in a workspace. A scenario's own seed goes before it. */
  readonly seedOf: (workspaceId: string) => number;
  /** Where presentations are viewed and the API stands: scheme, host and port, without a slash at the end. */
  readonly publicUrl: () => string;
  /** The path the API stands under, such as `/api/v1`. */
  readonly basePath: string;
}

export interface OperationInput {
  readonly caller: Caller;
  /** The path parameter, or empty. */
  readonly id: string;
  /** The request body, already valid; `undefined` for operations without one. */
  readonly body: unknown;
  /** The scenario in force for this request. */
  readonly timeline: Timeline;
  /** The job the request is about, with the timeline it plays. */
  readonly job: Job | undefined;
  readonly requestId: string;
  /** The instant, on the workspace's clock. */
  readonly now: number;
}

export interface OperationOutput extends Result {
  /** The job the answer speaks of, for logs. */
  readonly job?: { readonly id: string; readonly status: string };
}

export type Operation = (input: OperationInput, world: World) => Promise<OperationOutput>;
