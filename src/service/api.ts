/** What goes into the service and what comes out, whatever carries it: plain values, nothing of HTTP libraries or fetch. */
import type { ExchangeNotes } from '../journal/exchange.js';
import type { WorkspaceRow } from '../store/directory-rows.js';

export interface ApiRequest {
  readonly method: string;
  /** The path below the base path, undecoded, without the query: `/templates`. */
  readonly path: string;
  /** A request header by its name in small letters. */
  readonly header: (name: string) => string | undefined;
  /** The body as text; `undefined` when there is none, `too-large` when it was not read to its end. */
  readonly body: string | undefined | { readonly tooLarge: true };
  /** Names the exchange, in the answer's `X-Request-Id` and in problems. */
  readonly requestId: string;
  /** The real time, in milliseconds since 1970. */
  readonly at: number;
}

/** What an operation, or a refusal, results in. */
export interface Result {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value; `undefined` for no body. */
  readonly body: unknown;
  readonly mediaType?: 'application/json' | 'application/problem+json';
  /** The body is a text to be sent as it is. */
  readonly isText?: boolean;
  /** The code of the problem that the body is. */
  readonly problem?: string;
}

/** An answer before it is written, with all headers that it will have. */
export interface Shaped extends Pick<Result, 'status' | 'headers' | 'body'> {
  readonly isText?: boolean | undefined;
}

/** What an answer is to. `isFault`: a scenario's fault made it, and chose its status. */
export interface Occasion {
  readonly operationId?: string | undefined;
  readonly problem?: string | undefined;
  readonly isFault: boolean;
}

/** Gives answers another shape at the edge of the service, where nothing of it hangs on the shape any more. */
export type Reshape = (answer: Shaped, occasion: Occasion) => Shaped;

/** How an answer reaches the client, when not plainly. */
export interface Delivery {
  /** The instant, on the workspace's clock, before which nothing is sent. */
  readonly holdUntil?: number;
  /** Cut the connection without an answer, or never answer. */
  readonly connection?: 'reset' | 'stall';
  /** Break off half-way through the body, with the full length announced. */
  readonly truncate?: boolean;
  /** Over how many milliseconds of the workspace's clock the body arrives. */
  readonly drip?: number;
}

/** Who asks: the workspace that the request's key opens. */
export interface Caller {
  readonly workspace: WorkspaceRow;
  /** The key's hash; the key itself is not kept. */
  readonly keyHash: string;
}

export interface Answer {
  readonly status: number;
  /** With the content type, `X-Request-Id` and what else the answer says; no connection-level headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; empty when there is none. */
  readonly body: string;
  readonly delivery: Delivery | undefined;
  /** Counts up in the order in which requests came. */
  readonly sequence: number;
  /** When the request was looked at, on the clock of its workspace. */
  readonly startedAt: number;
  /** The key that was sent, right or wrong: what must not get into the journal. */
  readonly key: SentKey | undefined;
  /**
   * That of the workspace's journal when the request was looked at: what began before it began anew, or before the workspace
   * was forgotten, is not entered there. Undefined for a request that opened no workspace.
   */
  readonly era?: symbol | undefined;
  /** Whether somebody had the workspace's clock go otherwise than time does since the request before. */
  readonly steered?: boolean | undefined;
  /** `workspaceId` is the one whose clock and journal the exchange belongs to, if the key opened one. */
  readonly notes: ExchangeNotes;
}

export interface SentKey {
  readonly value: string;
  readonly hash: string;
}
