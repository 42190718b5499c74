/**
 * The response of the service. An operation, a refusal or a fault creates it with status, headers and content. Then the
 * service completes it in place, once, with the fields for transports and the journal.
 */
import type { ExchangeNotes } from '../journal/exchange.js';
import type { SentKey } from './keys.js';

export interface ApiResponse {
  /** 0 when a fault sends no response. */
  status: number;
  /** The headers from its creator; after completion, all headers except those of the connection. */
  headers: Readonly<Record<string, string>>;
  /** The body as a JSON value; `undefined` without a body, and after completion. */
  content: unknown;
  /** Whether the content is a string that is sent unchanged. */
  isText: boolean;
  /** Whether the body is invalid JSON. */
  isMalformed: boolean;
  /** The code of the problem in the body. */
  problem: string | undefined;
  /** The job that the response is about. */
  job: { readonly id: string; readonly status: string } | undefined;
  /** A short description of the fault that made or changed the response. */
  fault: string | undefined;
  delivery: Delivery | undefined;

  /** The body as it is sent; empty without a body, and before completion. */
  body: string;
  /** Increases in the order in which requests arrive. */
  sequence: number;
  /** When the service received the request, on the clock of its workspace. */
  startedAt: number;
  /** The key from the request, valid or not. It never leaves the journal. */
  key: SentKey | undefined;
  /**
   * The era of the workspace's journal when the service received the request. The journal accepts no exchanges of an earlier
   * era. `undefined` for a request without a workspace.
   */
  era: symbol | undefined;
  /** Whether someone changed the workspace's clock since the previous request. */
  isSteered: boolean;
  /** `workspaceId` is the workspace of the key: its clock and journal are used. Absent if the key opened none. */
  notes: ExchangeNotes;
}

/** How a fault changes the delivery of a response. All times are on the workspace's clock. */
export interface Delivery {
  /** The instant before which nothing is sent. */
  readonly holdUntil?: number;
  /** `reset`: cut the connection without a response. `stall`: never respond. */
  readonly connection?: 'reset' | 'stall';
  /** Cut the connection in the middle of the body, although the full length was announced. */
  readonly truncate?: boolean;
  /** The time that the body takes to arrive, in milliseconds. */
  readonly drip?: number;
}

/** The part of a response that an overlay can change: with all headers, before serialisation. */
export interface ResponseShape {
  readonly status: number;
  readonly headers: ApiResponse['headers'];
  readonly body: unknown;
  readonly isText?: boolean | undefined;
}

/** The request and cause of a response. `isFault`: a fault of the scenario made it and chose its status. */
export interface Occasion {
  readonly operationId?: string | undefined;
  readonly problem?: string | undefined;
  readonly isFault: boolean;
}

/** Changes the shape of responses. It runs last in the service, so no other part depends on the new shape. */
export type Reshape = (response: ResponseShape, occasion: Occasion) => ResponseShape;

const NO_HEADERS: ApiResponse['headers'] = {};
const NO_NOTES: ExchangeNotes = {};

/** @param content a JSON value; `undefined` for no body */
export function respond(
  status: number,
  content?: unknown,
  headers: ApiResponse['headers'] = NO_HEADERS,
): ApiResponse {
  // All fields at once, so that V8 uses one hidden class for all responses.
  return {
    status,
    headers,
    content,
    isText: false,
    isMalformed: false,
    problem: undefined,
    job: undefined,
    fault: undefined,
    delivery: undefined,
    body: '',
    sequence: 0,
    startedAt: NaN,
    key: undefined,
    era: undefined,
    isSteered: false,
    notes: NO_NOTES,
  };
}

/** Adds all headers and the body to a response. */
export function serialise(
  response: ApiResponse,
  requestId: string,
  operationId: string | undefined,
  reshape: Reshape | undefined,
): void {
  const { content, problem } = response;
  const mediaType = problem === undefined ? 'application/json' : 'application/problem+json';
  const headers: Record<string, string> =
    content === undefined
      ? { 'X-Request-Id': requestId }
      : { 'X-Request-Id': requestId, 'Content-Type': mediaType, 'Cache-Control': 'no-store' };
  for (const name in response.headers) headers[name] = response.headers[name] as string;
  response.headers = headers;
  if (reshape) applyShape(response, operationId, reshape);
  const { isMalformed } = response;
  // A malformed string is sent unchanged: the scenario says exactly what is wrong with the body.
  const text = isMalformed && typeof response.content === 'string' ? response.content : textOf(response);
  response.body = isMalformed && typeof response.content !== 'string' ? malform(text) : text;
  response.content = undefined;
}

function applyShape(response: ApiResponse, operationId: string | undefined, reshape: Reshape): void {
  const { status, headers, content, isText, problem, fault } = response;
  const shape = reshape(
    { status, headers, body: content, isText },
    { operationId, problem, isFault: fault !== undefined },
  );
  response.status = shape.status;
  response.headers = shape.headers;
  response.content = shape.body;
  response.isText = shape.isText ?? false;
}

function textOf({ content, isText }: ApiResponse): string {
  if (content === undefined) return '';
  return isText && typeof content === 'string' ? content : JSON.stringify(content);
}

/** JSON that is cut before its end, so that it is invalid. */
export function malform(body: string): string {
  return `${body.slice(0, -1)},`;
}
