/** The dependencies of the service, and the context of one request. */
import type { ScenarioLibrary } from '../scenario/library.js';
import type { KeyPolicy, RequestKey } from './keys.js';
import type { ReplaySource } from './replay-source.js';
import type { ApiResponse } from './response.js';
import type { WorkspaceRegistry } from './store/registry.js';
import type { Job, JobStore } from './store/store.js';
import type { WorkspaceState } from './workspace-state.js';
import type { OperationId } from '../generated/routes.js';
import type { Timeline } from '../scenario/timeline.js';
import type { WorkspaceRecord } from './store/registry-records.js';

/** The dependencies that all requests share. */
export interface ServiceContext {
  readonly store: JobStore;
  readonly directory: WorkspaceRegistry;
  readonly library: ScenarioLibrary;
  /** The scenario of requests that have no other. */
  readonly defaultScenario: string;
  /** The recording that is replayed instead of scenarios. */
  readonly replay?: ReplaySource | undefined;
  /** Which keys are accepted. Default: `known`. */
  readonly keyPolicy?: KeyPolicy | undefined;
  /** The clock, scenario and journal of a workspace. `real` is the real time, for the clock of a new one. */
  readonly getState: (workspaceId: string, real: number) => WorkspaceState;
  /** The seed of everything random in a workspace. A scenario's own seed overrides it. */
  readonly getSeed: (workspaceId: string) => number;
  /**
   * Makes ids differ from those of another process with the same seed, because an app can store ids beyond a restart. Default: ids
   * depend only on the seed.
   */
  readonly idSalt?: string | undefined;
  /** The origin of presentations and of the API, without a trailing slash. */
  readonly publicUrl: () => string;
  /** The path of the API: `/api/v1`, or the same below a prefix. */
  readonly basePath: string;
  /**
   * The well-known keys that are valid if other machines can connect: only those that the user named. Default: all well-known keys are
   * valid.
   */
  allowedKeys?: ReadonlySet<string> | undefined;
}

export type OperationHandler = (context: RequestContext, shared: ServiceContext) => ApiResponse;

export interface RequestContext {
  readonly requestId: string;
  /** Undefined if the service accepts requests without a key. */
  readonly key: RequestKey | undefined;
  readonly operation: OperationId;
  /** The path parameter, or empty. */
  readonly id: string;
  /** The workspace that the key of the request opens. */
  readonly workspace: WorkspaceRecord;
  readonly state: WorkspaceState;
  /** The current time on the workspace's clock. */
  readonly now: number;
  /** The job of the request, if it has one. */
  readonly job: Job | undefined;
  /** The scenario for this request. */
  readonly timeline: Timeline;
  /** The request body, valid unless `skipsValidation`; `undefined` for operations without one. */
  readonly body: unknown;
  /** Whether the operation takes effect with any body, and with a template that the workspace does not have. */
  readonly skipsValidation: boolean;
}

/** The context while the request is handled: the parts that are not resolved yet are undefined. */
export type PartialRequestContext = {
  -readonly [Name in keyof RequestContext]: RequestContext[Name] | undefined;
};
