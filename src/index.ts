/** `deckhand`: the stand-in in process. */
export { createDeckhand, Deckhand, type DeckhandOptions } from './adapters/deckhand.js';
export type { ClockHandle } from './adapters/clock-handle.js';
export type { ControlEvent, FollowOptions } from './adapters/follow.js';
export type { AsyncClock, AsyncWorkspace } from './adapters/async-workspace.js';
export { connectDeckhand, type ConnectOptions, type RemoteDeckhand } from './adapters/remote.js';
export type { WorkspaceHandle } from './adapters/workspace-handle.js';
export type { ConductAsked } from './adapters/judge-clients.js';
export type { ClockVerbs, WorkspaceVerbs } from './adapters/workspace-verbs.js';
export { DEVELOPMENT_KEYS } from './service/default-directory.js';
export { hashKey } from './service/keys.js';
export { UserError, type InputFault, type Place, type UserErrorCode } from './user-error.js';
