/** What every operation is: a function from a call to a response. */
import type { Awaitable } from '../../base/awaitable.js';
import type { Timeline } from '../../scenario/timeline.js';
import type { ScenarioLibrary } from '../../scenario/library.js';
import type { Directory } from '../../store/directory.js';
import type { WorkspaceRow } from '../../store/directory-rows.js';
import type { Job, Store } from '../../store/store.js';
import type { ApiRequest } from '../api.js';
import type { ApiResponse } from '../response.js';

/** What operations work with. */
export interface World {
  readonly store: Store;
  readonly directory: Directory;
  readonly library: ScenarioLibrary;
  /** The seed of everything random in a workspace. A scenario's own seed overrides it. */
  readonly seedOf: (workspaceId: string) => number;
  /** Where presentations are viewed and the API stands: scheme, host and port, without a slash at the end. */
  readonly publicUrl: () => string;
  /** The path the API stands under, such as `/api/v1`. */
  readonly basePath: string;
}

/** A request whose path, method and key were accepted. */
export interface Call {
  readonly request: Pick<ApiRequest, 'requestId'>;
  /** The workspace that the key of the request opens. */
  readonly workspace: WorkspaceRow;
  /** The path parameter, or empty. */
  readonly id: string;
  /** The request body, already valid; `undefined` for operations without one. */
  readonly body: unknown;
  /** The scenario in force for this request. */
  readonly timeline: Timeline;
  /** The job the request is about, with the timeline it plays. */
  readonly job: Job | undefined;
  /** The instant, on the workspace's clock. */
  readonly now: number;
}

export type Operation = (call: Call, world: World) => Awaitable<ApiResponse>;
