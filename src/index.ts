/** `deckhand`: the stand-in in process. */
export { createDeckhand, Deckhand, type DeckhandOptions } from './adapters/deckhand.js';
export type { ClockHandle, WorkspaceHandle } from './adapters/workspace-handle.js';
export { DEVELOPMENT_KEYS } from './service/default-directory.js';
export { hashKey } from './service/keys.js';
export { UserError, type Place, type UserErrorCode } from './user-error.js';
