/** What all requests share, and the type of operations: a function from this and the context of a request to a response. */
import type { ScenarioLibrary } from '../scenario/library.js';
import type { KeyCheck } from './keys.js';
import type { RequestContext } from './request-context.js';
import type { ApiResponse } from './response.js';
import type { Directory } from './store/directory.js';
import type { Store } from './store/store.js';
import type { WorkspaceState } from './workspace-state.js';

/** What all requests share. */
export interface ServiceContext {
  readonly store: Store;
  readonly directory: Directory;
  readonly library: ScenarioLibrary;
  /** The scenario of requests that have no other. */
  readonly defaultScenario: string;
  /** Which keys are accepted. Default: `known`. */
  readonly keyCheck?: KeyCheck | undefined;
  /** The clock, scenario and journal of a workspace. `real` is the real time, for the clock of a new one. */
  readonly stateOf: (workspaceId: string, real: number) => WorkspaceState;
  /** The seed of everything random in a workspace. A scenario's own seed overrides it. */
  readonly seedOf: (workspaceId: string) => number;
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
  namedKeys?: ReadonlySet<string> | undefined;
}

export type Operation = (context: RequestContext, shared: ServiceContext) => ApiResponse;
