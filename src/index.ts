/** `deckhand`: the mock server in process. */
import type { ScenarioChoice } from './app/scenario-source.js';
import type { Workspace as WorkspaceOf } from './service/workspace.js';

export type Workspace = WorkspaceOf<ScenarioChoice>;
export { createDeckhand, Deckhand, type DeckhandOptions } from './app/deckhand.js';
export type { Changes } from './generated/control-api.js';
export { connectDeckhand, type ConnectOptions, type RemoteDeckhand } from './app/remote.js';
export type { ScenarioName } from './app/scenario-names.js';
export type { ScenarioChoice, ScenarioFile, ScenarioSource } from './app/scenario-source.js';
export type { Scenarios, ScenariosByName } from './app/scenarios-option.js';
export type { AnyWorkspace, RemoteClock, RemoteWorkspace } from './app/remote-workspace.js';
export type { WorkspaceClock } from './service/control/clocks.js';
export type { ConductOptions } from './service/control/conduct.js';
export type { JournalFilter } from './service/control/journals.js';
export { DEVELOPMENT_KEYS } from './service/default-directory.js';
export { hashKey } from './service/keys.js';
export {
  UserError,
  type InputFault,
  type FilePosition as Place,
  type UserErrorCode,
} from './base/user-error.js';
