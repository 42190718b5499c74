/** An exchange as rules see it: the operation, the credential, the bodies that were sent and received, and what they say. */
import { headerOf, type Exchange } from '../../journal/exchange.js';
import type { OperationId } from '../../generated/routes.js';
import { fieldOf } from '../../base/json.js';
import { jsonOf, payloadOf, type Payload } from './payload.js';
import { credentialOf, type Credential } from './credential.js';
import { gatewayStatus } from './gateway.js';
import { keyMarks } from './key-marks.js';
import { operationOf } from './operation.js';
import { limitedStatus } from './rate-limit.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';

const NO_PAYLOAD: Payload = { kind: 'empty' };

export interface Call {
  readonly exchange: Exchange;
  readonly operation: OperationId;
  /** The id in the path, of a presentation or a job. Empty when the path has no id. */
  readonly id: string;
  readonly by: Credential;
  /** The status code; 0 without a complete response of the service, and 429 for every response of a rate limit. */
  readonly status: number;
  /** Whether a complete response with any 2xx arrived. */
  readonly ok: boolean;
  /** Whether the status is any 4xx except 429. */
  readonly refused: boolean;
  /** The status with which a gateway responded in place of the service. */
  readonly gateway?: number;
  /** The status with which a rate limit responded in place of 429. */
  readonly limited?: number;
  readonly sent: Payload;
  readonly received: Payload;
}

export function callOf(exchange: Exchange, baseUrl?: string): Call | undefined {
  const { request, response, failure } = exchange;
  const match = operationOf(request.method, request.url, baseUrl);
  if (!match) return undefined;
  const gateway = gatewayStatus(exchange);
  const isOfService = response !== undefined && failure === undefined && gateway === undefined;
  const received =
    gateway === undefined
      ? payloadOf(response?.body, response && headerOf(response.headers, 'content-type'))
      : NO_PAYLOAD;
  const limited = isOfService ? limitedStatus(response, received, match.operation) : undefined;
  const status = limited !== undefined ? 429 : isOfService ? response.status : 0;
  return {
    exchange,
    operation: match.operation,
    id: match.id,
    by: credentialOf(request.headers),
    status,
    ok: status >= 200 && status < 300,
    refused: status >= 400 && status < 500 && status !== 429,
    ...(gateway !== undefined && { gateway }),
    ...(limited !== undefined && { limited }),
    sent: payloadOf(request.body, headerOf(request.headers, 'content-type')),
    received,
  };
}

/** Whether one ended before the other started. Exchanges that overlap have no order: a service may handle either first. */
export function isBefore(earlier: Call, later: Call): boolean {
  return earlier.exchange.endedAt < later.exchange.startedAt;
}

/**
 * Whether the client or a gateway gave up before the service reported a result. The service may carry out the request at any
 * later time, or never.
 */
export const hasUnknownOutcome = ({ status }: Call): boolean => status === 0 || status >= 500;

/** Whether the effect of a change was complete when the other call started. */
export function tookEffectBefore(change: Call, later: Call): boolean {
  return !hasUnknownOutcome(change) && isBefore(change, later);
}

export const isOk = ({ ok }: Call): boolean => ok;

export const isNotFound = ({ status }: Call): boolean => status === 404 || status === 410;

/** Whether the service decided about the request: it responded, and not with a rate limit. */
export const isDecided = ({ status }: Call): boolean => status !== 0 && status !== 429;

export function isJsonSuccess({ ok, received }: Call): boolean {
  return ok && received.kind === 'json';
}

/** Whether the call had a key that may give access to a workspace. The explorer's wrong keys do not, and its odd forms may not. */
export function isKeyed({ by }: Call): boolean {
  return by.key !== undefined && !by.wrong && by.isDisabled !== true && by.form === undefined;
}

const runMarks: ReadonlySet<string | undefined> = new Set(Object.values(keyMarks));

/** Whether a request comes from a run of `deckhand verify`, which asks again where one response proves nothing. */
export const isOfRun = ({ by }: Call): boolean => runMarks.has(by.key);

/** The title that a PATCH sends. */
export function sentTitle({ sent }: Call): string | undefined {
  const title = fieldOf(jsonOf(sent), 'title');
  return typeof title === 'string' ? title : undefined;
}

/** Whether a PATCH sends a title that is not a string. A service may make any title of it. */
export function hasOddTitle({ sent }: Call): boolean {
  const title = fieldOf(jsonOf(sent), 'title');
  return title !== undefined && typeof title !== 'string';
}

/** Whether a PATCH sends the title and nothing else: the only documented body. */
export function isRename(call: Call): boolean {
  const body = call.operation === 'updatePresentation' ? jsonOf(call.sent) : undefined;
  return typeof fieldOf(body, 'title') === 'string' && Object.keys(body as object).length === 1;
}

export const knownStatus = (status: unknown): JobStatus | undefined =>
  typeof status === 'string' && Object.hasOwn(lifecycle.states, status) ? (status as JobStatus) : undefined;

export const isTerminal = (status: JobStatus | undefined): boolean =>
  status !== undefined && lifecycle.states[status].terminal;

/** The generation_id in the response to a start, if it is a usable string. */
export function startedJobId({ received }: Call): string | undefined {
  const id = fieldOf(jsonOf(received), 'generation_id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}
