/** What the proxy keeps of an exchange until it is converted for the journal: with keys, and bodies as they were on the wire. */
import type { WireFailure } from '../../journal/exchange.js';
import type { BodyCapture } from './body-capture.js';
import type { ProxyResponse } from './proxy-response.js';

/** One exchange as it was on the wire. */
export interface CapturedExchange {
  readonly sequence: number;
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, as the proxy sent them. */
  readonly headers: readonly string[];
  readonly body: BodyCapture | undefined;
  readonly response: CapturedResponse | undefined;
  /** What the proxy sent to the client because the upstream failed before its response. */
  readonly proxyResponse: ProxyResponse | undefined;
  readonly failure: WireFailure | undefined;
  /** What the upstream did, such as `it reset the connection`. */
  readonly detail: string | undefined;
  /** Whether a kept connection was closed before the request, so that it was sent on another one. */
  readonly isRenewed: boolean;
}

export interface CapturedResponse {
  /** When its head arrived, in milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly status: number;
  readonly statusText: string;
  /** Such as `HTTP/1.1`. */
  readonly httpVersion: string;
  /** Names and values in turn, as the upstream sent them: also those about the connection, which are not forwarded. */
  readonly headers: readonly string[];
  readonly body: BodyCapture;
}
