/** What a thread that reads HAR files is told, and what it tells. */
import type { Exchange } from '../journal/exchange.js';
import type { UserErrorCode } from '../user-error.js';
import type { HarNotes } from './har-file.js';

export interface ReadingOrder {
  readonly paths: readonly string[];
  /** The base address, ending in /api/v1, where there is one. */
  readonly baseUrl?: string;
}

/** How far the files have been read. */
export interface ReadSoFar {
  readonly notes: readonly HarNotes[];
  readonly repeated: number;
}

export interface ReadBatch extends ReadSoFar {
  readonly kind: 'batch';
  /** Packed; as they are where they cannot be. */
  readonly exchanges: string | readonly Exchange[];
}

export interface ReadingOver extends ReadSoFar {
  readonly kind: 'over';
}

/** A mistake of the user has a code; anything else is a bug, and comes as it was thrown. */
export interface ReadingFailed extends ReadSoFar {
  readonly kind: 'failed';
  readonly mistake?: { readonly code: UserErrorCode; readonly message: string; readonly hint?: string };
  readonly cause: unknown;
}

export type FromReader = ReadBatch | ReadingOver | ReadingFailed;

/** So many batches are read ahead; then the reader waits until one is taken. */
export const READ_AHEAD = 12;
