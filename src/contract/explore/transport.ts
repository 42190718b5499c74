/** The two dependencies of the explorer: a function that sends one request, and a clock. */
import type { HeaderPairs, WireFailure, WireResponse } from '../../journal/exchange.js';

export interface OutgoingRequest {
  readonly method: string;
  /** Absolute. Sent without any change. */
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body?: string;
  /** The limit for the whole exchange, in ms. */
  readonly timeout: number;
}

/** The response or the failure. The body is limited in size, and redirects are not followed. */
export interface TransportResult {
  readonly response?: WireResponse;
  readonly failure?: WireFailure;
  /** A short description of the failure. */
  readonly detail?: string;
}

/** Sends one request; never rejects. */
export type Transport = (request: OutgoingRequest) => Promise<TransportResult>;

/** The clock of the explorer. */
export interface Pace {
  /** Ms since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}
