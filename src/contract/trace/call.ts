/** An exchange as rules see it: which operation, who asked, what was sent and answered. */
import type { Exchange } from '../../journal/exchange.js';
import type { OperationId } from '../../generated/routes.js';
import { fieldOf, payloadOf, type Payload } from './answer.js';
import { credentialOf, type Credential } from './credential.js';
import { operationOf } from './operation.js';

export interface Call {
  readonly exchange: Exchange;
  readonly operation: OperationId;
  /** The id in the path: a presentation's or a job's. */
  readonly id: string;
  readonly by: Credential;
  /** The status code; 0 when no whole answer came. */
  readonly status: number;
  /** Any 2xx that arrived whole. */
  readonly ok: boolean;
  /** Any 4xx but 429: the service would not. */
  readonly refused: boolean;
  readonly sent: Payload;
  readonly answer: Payload;
}

export function callOf(exchange: Exchange, baseUrl?: string): Call | undefined {
  const { request, response, failure } = exchange;
  const match = operationOf(request.method, request.url, baseUrl);
  if (!match) return undefined;
  const status = response === undefined || failure !== undefined ? 0 : response.status;
  return {
    exchange,
    operation: match.operation,
    id: match.id,
    by: credentialOf(request.headers),
    status,
    ok: status >= 200 && status < 300,
    refused: status >= 400 && status < 500 && status !== 429,
    sent: payloadOf(request.body),
    answer: payloadOf(response?.body),
  };
}

/** Whether one had ended when the other began. Exchanges that overlap have no order: they may be answered in any. */
export function isBefore(earlier: Call, later: Call): boolean {
  return earlier.exchange.endedAt < later.exchange.startedAt;
}

/**
 * Whether the client gave up, or a gateway did, before the service said what became of the request: it may be carried out at
 * any time later, or never.
 */
export const isUnsettled = ({ status }: Call): boolean => status === 0 || status >= 500;

/** Whether what a request changed had changed when the other began. */
export function isDoneBefore(change: Call, later: Call): boolean {
  return !isUnsettled(change) && isBefore(change, later);
}

/** As a function, for those who ask it of many. */
export const isOk = ({ ok }: Call): boolean => ok;

/** Whether it was answered with success, and with JSON. */
export function isJsonSuccess({ ok, answer }: Call): boolean {
  return ok && answer.kind === 'json';
}

/** Whether a key was sent that may be a workspace's. */
export function isKeyed(call: Call): boolean {
  return call.by.key !== undefined && !call.by.wrong;
}

/** The title that a PATCH sends. */
export function titleOf({ sent }: Call): string | undefined {
  const title = sent.kind === 'json' ? fieldOf(sent.value, 'title') : undefined;
  return typeof title === 'string' ? title : undefined;
}

/** Whether it sent exactly the one field that PATCH is documented to take. */
export function isRename(call: Call): boolean {
  const body =
    call.operation === 'updatePresentation' && call.sent.kind === 'json' ? call.sent.value : undefined;
  return typeof fieldOf(body, 'title') === 'string' && Object.keys(body as object).length === 1;
}
