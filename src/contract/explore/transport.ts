/** What the explorer needs of the world: a way to send one request, and a clock. Who provides them decides what is judged. */
import type { HeaderPairs, WireFailure, WireResponse } from '../../journal/exchange.js';

export interface OutgoingRequest {
  readonly method: string;
  /** Absolute; sent as it stands. */
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body?: string;
  /** The whole exchange takes no longer than this, in ms. */
  readonly timeout: number;
}

/** What came back. Bounded in size; redirects are answers like any other and never followed. */
export interface WireAnswer {
  readonly response?: WireResponse;
  readonly failure?: WireFailure;
  /** What went wrong, in a few words for a person. */
  readonly detail?: string;
}

/** Sends one request; never rejects. */
export type Transport = (request: OutgoingRequest) => Promise<WireAnswer>;

/** Time, as the explorer sees it. */
export interface Pace {
  /** Ms since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}
