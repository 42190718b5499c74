/** `deckhand`: the mock server in process. */
export { createDeckhand, Deckhand, type DeckhandOptions } from './app/deckhand.js';
export type { ClockHandle } from './app/clock-handle.js';
export type { Changes } from './generated/control-api.js';
export type { AsyncWorkspace } from './app/async-workspace.js';
export type { AsyncClock } from './control/line-workspace.js';
export { connectDeckhand, type ConnectOptions, type RemoteDeckhand } from './app/remote.js';
export type { ScenarioName } from './app/scenario-names.js';
export type { ScenarioChoice, ScenarioFile, ScenarioSource } from './app/scenario-source.js';
export type { Scenarios, ScenariosByName } from './app/scenarios-option.js';
export type { WorkspaceHandle } from './app/workspace-handle.js';
export type { ConductOptions } from './control/conduct-options.js';
export type { ClockVerbs, WorkspaceVerbs } from './control/workspace-verbs.js';
export { DEVELOPMENT_KEYS } from './service/default-directory.js';
export { hashKey } from './service/keys.js';
export {
  UserError,
  type InputFault,
  type FilePosition as Place,
  type UserErrorCode,
} from './base/user-error.js';
