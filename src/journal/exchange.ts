/**
 * One exchange: a request and its response or failure, as they were on the wire. The mock server, the checker and the recording
 * proxy write exchanges; rules read them. An exchange is plain data and independent of its writer.
 */

/** Headers in the order and the case of the wire. A repeated header is in the list several times. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

export interface WireBody {
  /** The body as text, or in base64 if it is not valid UTF-8. */
  readonly text: string;
  readonly encoding?: 'base64';
  /** The size in bytes, after decoding any content encoding. Larger than `text` if the body was cut. */
  readonly bytes: number;
  /** Whether `text` was cut to keep the journal bounded. */
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

/**
 * Why the response is missing or incomplete. `gateway`: a proxy refused the connection, and the response is that of the proxy.
 */
export type WireFailure =
  'reset' | 'timeout' | 'aborted' | 'truncated' | 'unreachable' | 'protocol' | 'gateway';

/** Metadata that is not on the wire. Rules must not read it. */
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
  /** Whether the recording has no reason for the missing response. */
  readonly hasNoRecordedCause?: boolean;
}

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
   * What the client got from Deckhand's recording proxy in place of a response, such as a 502. It says nothing about the
   * service. Only exchanges without a `response` have it.
   */
  readonly proxyResponse?: WireResponse;
  /** Present if the response is missing or incomplete. */
  readonly failure?: WireFailure;
  /**
   * The virtual clock changed since the previous exchange, so intervals prove nothing. The interval between the two is
   * therefore no evidence about the client.
   */
  readonly clockChanged?: boolean;
  /** The page that sent the request, if the writer distinguishes pages: HAR's `pageref`. */
  readonly pageref?: string;
  readonly metadata?: ExchangeMetadata;
}

/** The same type without `readonly`, for building a value step by step. */
export type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The first value of a header; `undefined` if there is none. Names are compared without case. */
export function getHeader(headers: HeaderPairs, name: string): string | undefined {
  const wanted = name.toLowerCase();
  // The pattern reads each pair by index: iterating over the pair is slower, and this is the most frequent call of all.
  for (const { 0: candidate, 1: value } of headers) {
    if (candidate.length !== wanted.length) continue;
    if (candidate === wanted || candidate.toLowerCase() === wanted) return value;
  }
  return undefined;
}

/** Names and values in turn as pairs, in the order and the case of the wire. */
export function toHeaderPairs(headers: readonly string[]): HeaderPairs {
  const pairs: (readonly [string, string])[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    pairs.push([headers[index] as string, headers[index + 1] as string]);
  }
  return pairs;
}
