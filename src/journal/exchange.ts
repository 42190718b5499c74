/**
 * One exchange: a request and what became of it, as it was on the wire. The stand-in, the checker and the recording proxy
 * write these; rules read them. Nothing here knows who was asked or by whom.
 */

/** Headers in the order and the case of the wire, repeated ones repeated. */
export type HeaderPairs = readonly (readonly [name: string, value: string])[];

export interface WireBody {
  /** The body as text, or in base64 when it is not valid UTF-8. */
  readonly text: string;
  readonly encoding?: 'base64';
  /** The size on the wire (decoded from any content encoding), in bytes. May be more than `text` holds. */
  readonly bytes: number;
  /** Whether `text` was cut to keep the journal bounded. */
  readonly cut?: boolean;
}

export interface WireRequest {
  readonly method: string;
  /** Absolute where it is known, else the path with its query. */
  readonly url: string;
  readonly headers: HeaderPairs;
  readonly body?: WireBody;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: HeaderPairs;
  readonly body?: WireBody;
}

/** Why there is no whole response: what the wire did, in a word. */
export type WireFailure = 'reset' | 'timeout' | 'aborted' | 'truncated' | 'unreachable' | 'protocol';

/** What the writer of the journal knew beside the wire. Rules never rely on it. */
export interface ExchangeNotes {
  readonly operationId?: string;
  readonly workspaceId?: string;
  readonly generationId?: string;
  readonly jobStatus?: string;
  readonly scenario?: string;
  /** The code of the problem that was answered. */
  readonly problem?: string;
  /** The fault that was played, in a few words. */
  readonly fault?: string;
}

export interface Exchange {
  /** Counts up in the order in which requests began. */
  readonly sequence: number;
  /** When the request began, in milliseconds since 1970 on the journal's clock (real or virtual). */
  readonly startedAt: number;
  /** When the last byte of the answer had been sent or had arrived; the same clock. */
  readonly endedAt: number;
  readonly request: WireRequest;
  /** Absent when no head of a response came. */
  readonly response?: WireResponse;
  /** Present when the response is missing or broke off. */
  readonly failure?: WireFailure;
  /**
   * The clock was set, stood still or went slower than time since the exchange before: the interval up to here is the
   * work of whoever steered it, and says nothing of a client.
   */
  readonly steered?: boolean;
  /** The page that asked, where the writer can tell pages apart: HAR's `pageref`. */
  readonly page?: string;
  readonly notes?: ExchangeNotes;
}

/** Of something under construction. */
export type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** The first value of a header, whatever its case; `undefined` when there is none. */
export function headerOf(headers: HeaderPairs, name: string): string | undefined {
  const wanted = name.toLowerCase();
  // Each pair by index, not by iteration: this is asked more often than anything else.
  for (const { 0: candidate, 1: value } of headers) {
    if (candidate.length !== wanted.length) continue;
    if (candidate === wanted || candidate.toLowerCase() === wanted) return value;
  }
  return undefined;
}
