/** `deckhand`: the mock server in this process, and a client for one in another process. */
import type { ScenarioInput } from './app/scenario-input.js';
import type { Workspace } from './service/workspace.js';

/** A workspace of this process: its scenario, clock, jobs, faults, journal and settings. */
type ScenarioWorkspace = Workspace<ScenarioInput>;
export type { ScenarioWorkspace as Workspace };
export { createDeckhand, type Deckhand, type DeckhandOptions } from './app/deckhand.js';
export { connectDeckhand, type ConnectOptions, type RemoteDeckhand } from './app/connect.js';
export type { ScenarioName } from './app/scenario-names.js';
export type { ScenarioInput } from './app/scenario-input.js';
export type { ScenariosOption } from './app/options/scenarios.js';
export type { AnyWorkspace, RemoteWorkspace } from './app/remote-workspace.js';
export type { ClientReportOptions, JournalFilter } from './generated/workspace-methods.js';
export { DEVELOPMENT_KEYS } from './service/default-registry.js';
export { hashKey } from './service/keys.js';
export { UserError, type InputIssue, type FilePosition, type UserErrorCode } from './base/user-error.js';
