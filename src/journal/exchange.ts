/**
 * An exchange: a request and its response or failure, as sent. The mock server, the checker and the recording proxy write
 * exchanges, and rules read them.
 */

/** In milliseconds. A client that aborts later has waited for a response. */
const MIN_WAIT_MS = 1000;

/** The `fault` of a replayed response whose own body was not recorded. Reports mark it. */
export const BORROWED_BODY_FAULT = 'recorded: the body of another response';

/** Headers in the order and case in which they were sent. A repeated header has several pairs. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

export interface WireBody {
  /** The body as text, or in base64 if it is not valid UTF-8. */
  readonly text: string;
  readonly encoding?: 'base64';
  /** The size in bytes, after decoding any content encoding. Larger than `text` if the body was truncated. */
  readonly bytes: number;
  /** Whether `text` is truncated, which bounds the size of the journal. */
  readonly truncated?: boolean;
}

export interface WireRequest {
  readonly method: string;
  /** Absolute if the host is known, else the path with its query. */
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body?: WireBody;
}

export interface WireResponse {
  readonly status: number;
  /** The reason phrase of the status line, which can be empty. Absent if unknown; HTTP/2 has none. */
  readonly statusText?: string;
  /** As recorders write it, such as `HTTP/1.1` or `h2`. Absent if unknown. */
  readonly httpVersion?: string;
  readonly headers: HeaderPairs;
  readonly body?: WireBody;
}

/** Why the response is missing or incomplete. `gateway`: a proxy rejected the connection, and the response is that of the proxy. */
export type WireFailure =
  'reset' | 'timeout' | 'aborted' | 'truncated' | 'unreachable' | 'protocol' | 'gateway';

/** Metadata that was not sent. Rules must not read it. */
export interface ExchangeMetadata {
  readonly operationId?: string;
  readonly workspaceId?: string;
  readonly generationId?: string;
  readonly jobStatus?: string;
  readonly scenario?: string;
  /** The code of the problem in the response. */
  readonly problem?: string;
  /** A short description of the fault that changed the response. */
  readonly fault?: string;
  /** How the exchange failed, as a sentence without a subject: `it reset the connection`. */
  readonly failure?: string;
  /** The location in a recording: `session.har, entry 17`. */
  readonly source?: string;
  /** Whether a service worker responded to the request. If it forwarded the request, the recorder listed it twice. */
  readonly isViaServiceWorker?: boolean;
  /** Whether the recording has no reason for the missing response. */
  readonly hasNoRecordedCause?: boolean;
}

/** A request, and its response or failure, as sent. */
export interface Exchange {
  /** Counts up in the order in which requests started. */
  readonly sequence: number;
  /** When the request started, in milliseconds since 1970 on the journal's clock (real or virtual). */
  readonly startedAt: number;
  /** When the head of the response arrived, on the same clock. Absent if unknown, and without a response. */
  readonly firstByteAt?: number;
  /** When the last byte of the response was sent or received, on the same clock. */
  readonly endedAt: number;
  readonly request: WireRequest;
  /** Absent if no status line and headers arrived. */
  readonly response?: WireResponse;
  /**
   * What the client got from Deckhand's recording proxy instead of a response, such as a 502. Only exchanges without a `response`
   * have it.
   */
  readonly proxyResponse?: WireResponse;
  /** Present if the response is missing or incomplete. */
  readonly failure?: WireFailure;
  /**
   * Whether the virtual clock was changed since the previous exchange. If so, the interval between the two says nothing about the
   * client.
   */
  readonly clockChanged?: boolean;
  /** The page that sent the request, if the writer distinguishes pages: HAR's `pageref`. */
  readonly pageref?: string;
  /** The client's connection that carried the request, if the writer distinguishes connections: HAR's `connection`. */
  readonly connection?: string;
  readonly metadata?: ExchangeMetadata;
}

/** Removes `readonly`, to build a value step by step. */
export type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The first value of a header; `undefined` if there is none. Names are compared without case. */
export function getHeader(headers: HeaderPairs, name: string): string | undefined {
  const lowerCaseName = name.toLowerCase();
  // Destructuring by index is faster than iterating over the pair, and this is the most frequent call of all.
  for (const { 0: candidate, 1: value } of headers) {
    if (candidate.length !== lowerCaseName.length) continue;
    if (candidate === lowerCaseName || candidate.toLowerCase() === lowerCaseName) return value;
  }
  return undefined;
}

/** Converts alternating names and values to pairs. */
export function toHeaderPairs(headers: readonly string[]): HeaderPairs {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    pairs.push([headers[index] as string, headers[index + 1] as string]);
  }
  return pairs;
}

/**
 * Whether the client aborted before a response could be expected, as a second render, a navigation or a query library does. It may have
 * got the head of a response. Such a request says nothing about the service.
 */
export function isClientCancelled(exchange: Exchange): boolean {
  const { startedAt, endedAt, proxyResponse, failure } = exchange;
  return !proxyResponse && failure === 'aborted' && endedAt - startedAt < MIN_WAIT_MS;
}
