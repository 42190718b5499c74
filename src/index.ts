/** `deckhand`: the mock server in process. */
import type { ScenarioInput } from './app/scenario-input.js';
import type { Workspace as WorkspaceOf } from './service/workspace.js';

export type Workspace = WorkspaceOf<ScenarioInput>;
export { createDeckhand, Deckhand, type DeckhandOptions } from './app/deckhand.js';
export type { WorkspaceChanges } from './generated/control-api.js';
export { connectDeckhand, type ConnectOptions, type RemoteDeckhand } from './app/connect.js';
export type { ScenarioName } from './app/scenario-names.js';
export type { ScenarioInput, ScenarioFile, ScenarioDefinition } from './app/scenario-input.js';
export type { Scenarios, ScenariosByName } from './app/options/scenarios.js';
export type { AnyWorkspace, RemoteClock, RemoteWorkspace } from './app/remote-workspace.js';
export type { WorkspaceClock } from './service/control/clocks.js';
export type { ClientReportOptions } from './service/control/client-report.js';
export type { JournalFilter } from './service/control/journals.js';
export { DEVELOPMENT_KEYS } from './service/default-registry.js';
export { hashKey } from './service/keys.js';
export {
  UserError,
  type InputIssue,
  type FilePosition as Place,
  type UserErrorCode,
} from './base/user-error.js';
