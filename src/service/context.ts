/** Shared service dependencies, and the context of one request. */
import type { ScenarioLibrary } from '../scenario/library.js';
import type { KeyPolicy, RequestKey } from './keys.js';
import type { ApiResponse } from './response.js';
import type { WorkspaceRegistry } from './store/registry.js';
import type { Job, JobStore } from './store/store.js';
import type { WorkspaceState } from './workspace-state.js';
import type { OperationId } from '../generated/routes.js';
import type { Timeline } from '../scenario/timeline.js';
import type { WorkspaceRecord } from './store/registry-records.js';

/** What all requests share. */
export interface ServiceContext {
  readonly store: JobStore;
  readonly directory: WorkspaceRegistry;
  readonly library: ScenarioLibrary;
  /** The scenario of requests that have no other. */
  readonly defaultScenario: string;
  /** Which keys are accepted. Default: `known`. */
  readonly keyPolicy?: KeyPolicy | undefined;
  /** The clock, scenario and journal of a workspace. `real` is the real time, for the clock of a new one. */
  readonly getState: (workspaceId: string, real: number) => WorkspaceState;
  /** The seed of everything random in a workspace. A scenario's own seed overrides it. */
  readonly getSeed: (workspaceId: string) => number;
  /**
   * Makes the ids of this process differ from those of another one with the same seed: an app can keep ids over a restart. Default:
   * ids follow the seed.
   */
  readonly idSalt?: string | undefined;
  /** The address of presentations and of the API: scheme, host and port, without a final slash. */
  readonly publicUrl: () => string;
  /** The path at which clients reach the API: `/api/v1`, or the same below a prefix. */
  readonly basePath: string;
  /**
   * The keys that the user named, if other machines can connect. Of the keys that everybody knows, only these are valid then. Default:
   * all of them are.
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
  /** The job of the request, if it is about one. */
  readonly job: Job | undefined;
  /** The scenario for this request. */
  readonly timeline: Timeline;
  /** The request body, valid unless `skipsValidation`; `undefined` for operations without one. */
  readonly body: unknown;
  /** Whether the operation takes effect with any body, and with a template that the workspace does not have. */
  readonly skipsValidation: boolean;
}

/** The context before all steps of `play` are done: what they have not found yet is undefined. */
export type PartialRequestContext = {
  -readonly [Name in keyof RequestContext]: RequestContext[Name] | undefined;
};
