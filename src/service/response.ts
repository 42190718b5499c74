/**
 * The one response of the service. An operation, a refusal or a fault makes it with its status, headers and content; the service
 * then completes it in place, once, with what transports and the journal need.
 */
import type { ExchangeNotes } from '../journal/exchange.js';
import type { SentKey } from './keys.js';

export interface ApiResponse {
  /** 0 when a fault answers nothing. */
  status: number;
  /** The headers that its maker adds; once the response is complete, all but those of the connection. */
  headers: Readonly<Record<string, string>>;
  /** What the body says, as a JSON value; `undefined` for no body, and once the response is complete. */
  content: unknown;
  /** The content is a string to be sent as it is. */
  isText: boolean;
  /** The body is broken: almost JSON. */
  isMalformed: boolean;
  /** The code of the problem that the body is. */
  problem: string | undefined;
  /** The job that the response is about. */
  job: { readonly id: string; readonly status: string } | undefined;
  /** The fault that made or changed it, in a few words. */
  fault: string | undefined;
  delivery: Delivery | undefined;

  /** The body as it is sent; empty when there is none, and until the response is complete. */
  body: string;
  /** Counts up in the order in which requests came. */
  sequence: number;
  /** When the service took the request, on the clock of its workspace. */
  startedAt: number;
  /** The key that was sent, right or wrong. It never leaves the journal. */
  key: SentKey | undefined;
  /**
   * The era of the workspace's journal when the service took the request: exchanges of an earlier era are not entered.
   * `undefined` for a request that opened no workspace.
   */
  era: symbol | undefined;
  /** Whether someone steered the workspace's clock since the request before. */
  isSteered: boolean;
  /** `workspaceId` is the one whose clock and journal the exchange belongs to, if the key opened one. */
  notes: ExchangeNotes;
}

/** How a response reaches the client when a fault changes that. Instants and times are those of the workspace's clock. */
export interface Delivery {
  /** The instant before which nothing is sent. */
  readonly holdUntil?: number;
  /** Cut the connection without a response, or never respond. */
  readonly connection?: 'reset' | 'stall';
  /** Break off half-way through the body, with the full length announced. */
  readonly truncate?: boolean;
  /** Over how many milliseconds the body arrives. */
  readonly drip?: number;
}

/** The part of a response that an overlay can change: all headers are there, and nothing is serialised yet. */
export interface ResponseShape {
  readonly status: number;
  readonly headers: ApiResponse['headers'];
  /** The content. */
  readonly body: unknown;
  readonly isText?: boolean | undefined;
}

/** What a response belongs to. `isFault`: a scenario's fault made it, and chose its status. */
export interface Occasion {
  readonly operationId?: string | undefined;
  readonly problem?: string | undefined;
  readonly isFault: boolean;
}

/** Gives responses another shape at the edge of the service, where nothing in it depends on the shape any more. */
export type Reshape = (response: ResponseShape, occasion: Occasion) => ResponseShape;

const NO_HEADERS: ApiResponse['headers'] = {};
const NO_NOTES: ExchangeNotes = {};

/** @param content a JSON value; `undefined` for no body */
export function respond(
  status: number,
  content?: unknown,
  headers: ApiResponse['headers'] = NO_HEADERS,
): ApiResponse {
  // All fields at once: V8 then has one shape for every response.
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

/** Gives a response all its headers and its body. */
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
  const text = textOf(response);
  response.body = response.isMalformed ? malform(text) : text;
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

/** JSON that breaks off before its end: close to right, and not JSON. */
export function malform(body: string): string {
  return `${body.slice(0, -1)},`;
}
