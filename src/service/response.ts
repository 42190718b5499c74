/**
 * The response of the service. An operation, a problem or a fault creates it; then the service completes it in place with the fields
 * for transports and the journal.
 */
import type { ExchangeMetadata, WireBody, WireFailure } from '../journal/exchange.js';
import { truncateBody, truncateBytes } from '../journal/journal-ring.js';

export interface ApiResponse {
  /** 0 if a fault sends no response. */
  status: number;
  /** The headers of the creator; after completion, all headers except those of the connection. */
  headers: Readonly<Record<string, string>>;
  /** The body as a JSON value; `undefined` without a body, and after completion. */
  content: unknown;
  /** Whether the content is a string that is sent unchanged. */
  isText: boolean;
  /** Whether the body is invalid JSON. */
  isMalformed: boolean;
  /** The code of the problem in the body. */
  problem?: string | undefined;
  /** The job of the response. */
  job?: { readonly id: string; readonly status: string } | undefined;
  /** A short description of the fault that created or changed the response. */
  fault?: string | undefined;
  delivery?: Delivery | undefined;
  /** A recorded response, which replaces `headers` and `body`. */
  raw?: RawResponse | undefined;

  /** The serialized body; empty without a body, and before completion. */
  body: string;
  /** Increases in the order in which requests arrive. */
  sequence: number;
  /** When the service received the request, on the clock of its workspace. */
  startedAt: number;
  /**
   * The epoch of the workspace's journal at the time of the request. The journal accepts no exchanges of an earlier epoch. `undefined`
   * for a request without a workspace.
   */
  epoch?: symbol | undefined;
  /** Whether the workspace's clock was changed since the previous request. */
  clockChanged: boolean;
  /** `workspaceId` is the workspace of the key, whose clock and journal are used. Absent if the key is invalid. */
  metadata: ExchangeMetadata;
}

/** A recorded response, which is sent unchanged. */
export interface RawResponse {
  /** The reason phrase; `undefined` for the default one. */
  readonly statusText: string | undefined;
  /** Alternating names and values. */
  headers: readonly string[];
  readonly body: Uint8Array;
  /** The `Content-Length`, if the body is truncated. */
  readonly declaredLength: number | undefined;
}

/** How a fault changes the delivery of a response. All times are on the workspace's clock. */
export interface Delivery {
  /** Nothing is sent before this time. */
  readonly notBefore?: number;
  /** `reset`: reset the connection without a response. `timeout`: never respond. */
  readonly connection?: 'reset' | 'timeout';
  /** Close the connection in the middle of the body, with the `Content-Length` of the complete body. */
  readonly truncateBody?: boolean;
  /** What happens to the connection after all bytes of the body. */
  readonly endsWith?: 'truncated' | 'reset' | 'timeout';
  /** The time that the body takes to arrive, in milliseconds. */
  readonly drip?: number;
}

const NO_HEADERS: ApiResponse['headers'] = {};
const NO_METADATA: ExchangeMetadata = {};

/** @param content a JSON value; `undefined` for no body */
export function createResponse(
  status: number,
  content?: unknown,
  headers: ApiResponse['headers'] = NO_HEADERS,
): ApiResponse {
  return {
    status,
    headers,
    content,
    isText: false,
    isMalformed: false,
    body: '',
    sequence: 0,
    startedAt: NaN,
    clockChanged: false,
    metadata: NO_METADATA,
  };
}

/** Adds all headers and the body to a response. */
export function serializeResponse(response: ApiResponse, requestId: string): void {
  if (response.raw) return;
  const { content, problem } = response;
  const mediaType = problem === undefined ? 'application/json' : 'application/problem+json';
  const headers: Record<string, string> =
    content === undefined
      ? { 'X-Request-Id': requestId }
      : { 'X-Request-Id': requestId, 'Content-Type': mediaType, 'Cache-Control': 'no-store' };
  for (const name in response.headers) headers[name] = response.headers[name] as string;
  response.headers = headers;
  const { isMalformed } = response;
  // A malformed string is sent unchanged: the scenario says exactly what is wrong with the body.
  const text =
    isMalformed && typeof response.content === 'string' ? response.content : serializeContent(response);
  response.body = isMalformed && typeof response.content !== 'string' ? corruptJson(text) : text;
  response.content = undefined;
}

function serializeContent({ content, isText }: ApiResponse): string {
  if (content === undefined) return '';
  return isText && typeof content === 'string' ? content : JSON.stringify(content);
}

/** Replaces the end of a JSON text, so that it is invalid. */
function corruptJson(body: string): string {
  return `${body.slice(0, -1)},`;
}

/**
 * The body for the journal: only the part that was sent.
 * @param bytes the size of the complete body
 */
export function journalBody(
  { body, raw }: ApiResponse,
  bytes: number,
  failure: WireFailure | undefined,
): WireBody | undefined {
  if (bytes === 0) return undefined;
  if (raw) return truncateBytes(raw.body);
  if (failure !== 'truncated') return truncateBody(body, bytes);
  const half = body.slice(0, body.length / 2);
  return truncateBody(half, byteLength(half));
}

/** The size of a string in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
