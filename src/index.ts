/** `deckhand`: the mock server in this process, and a client for one in another process. */
import type { ScenarioInput } from './app/scenario-input.js';
import type { Workspace } from './service/workspace.js';

/** A workspace that accepts scenarios in every form. */
type ScenarioWorkspace = Workspace<ScenarioInput>;
export type { ScenarioWorkspace as Workspace };
export { createDeckhand, Deckhand, type DeckhandOptions } from './app/deckhand.js';
export type { WorkspaceChanges } from './generated/control-api.js';
export { connectDeckhand, type ConnectOptions, type RemoteDeckhand } from './app/connect.js';
export type { ScenarioName } from './app/scenario-names.js';
export type { ScenarioInput, ScenarioFile, ScenarioDefinition } from './app/scenario-input.js';
export type { ScenariosOption, ScenarioMap } from './app/options/scenarios.js';
export type { AnyWorkspace, RemoteClock, RemoteWorkspace } from './app/remote-workspace.js';
export type { WorkspaceClock } from './service/control/clocks.js';
export type { ClientReportOptions } from './service/control/client-report.js';
export type { JournalFilter } from './service/control/journals.js';
export { DEVELOPMENT_KEYS } from './service/default-registry.js';
export { hashKey } from './service/keys.js';
export { UserError, type InputIssue, type FilePosition, type UserErrorCode } from './base/user-error.js';
