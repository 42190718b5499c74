/** The type of operations: a function from a call to a response. */
import type { Awaitable } from '../../base/awaitable.js';
import type { Timeline } from '../../scenario/timeline.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import type { Directory } from '../../store/directory.js';
import type { WorkspaceRow } from '../../store/directory-rows.js';
import type { Job, Store } from '../../store/store.js';
import type { ApiRequest } from '../api.js';
import type { Exposure } from '../exposure.js';
import type { ApiResponse } from '../response.js';

/** The context of all operations. */
export interface World {
  readonly store: Store;
  readonly directory: Directory;
  readonly library: ScenarioLibrary;
  /** The seed of everything random in a workspace. A scenario's own seed overrides it. */
  readonly seedOf: (workspaceId: string) => number;
  /** The address of presentations and of the API: scheme, host and port, without a final slash. */
  readonly publicUrl: () => string;
  /** The path at which clients reach the API: `/api/v1`, or the same below a prefix. */
  readonly basePath: string;
  /** The rules for requests of other machines. A server sets them. */
  exposure?: Exposure | undefined;
}

/** A request whose path, method and key were accepted. */
export interface Call {
  readonly request: Pick<ApiRequest, 'requestId' | 'isExposed'>;
  /** The workspace that the key of the request opens. */
  readonly workspace: WorkspaceRow;
  /** The path parameter, or empty. */
  readonly id: string;
  /** The request body, valid unless `isLenient`; `undefined` for operations without one. */
  readonly body: unknown;
  /** Whether the operation takes effect with any body, and with a template that the workspace does not have. */
  readonly isLenient: boolean;
  /** The scenario for this request. */
  readonly timeline: Timeline;
  /** The state of the workspace: its number of activations of a scenario. */
  readonly state: { readonly activation: number };
  /** The job of the request, if it is about one. */
  readonly job: Job | undefined;
  /** The current time on the workspace's clock. */
  readonly now: number;
}

export type Operation = (call: Call, world: World) => Awaitable<ApiResponse>;
