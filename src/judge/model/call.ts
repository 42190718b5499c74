/** An exchange matched to an operation, with credential and parsed bodies. */
import { getHeader, type Exchange } from '../../journal/exchange.js';
import type { PathForm } from './path-forms.js';
import type { OperationId } from '../../generated/routes.js';
import { getField } from '../../base/json.js';
import { getJson, parseBody, type ParsedBody } from './body.js';
import { parseCredential, type Credential } from './credential.js';
import { getGatewayStatus } from './gateway.js';
import { keyPlaceholders } from './key-placeholders.js';
import { matchOperation } from './operation.js';
import { getRateLimitStatus } from './rate-limit.js';
import { lifecycle, type JobStatus } from '../../generated/lifecycle.js';

const HTML_START = /^\s*(?:<!doctype html|<html|<head|<body)\b/i;

const EMPTY_BODY: ParsedBody = { kind: 'empty' };

export interface Call {
  readonly exchange: Exchange;
  readonly operation: OperationId;
  /** The id in the path, of a presentation or a job. Empty when the path has no id. */
  readonly id: string;
  readonly credential: Credential;
  /** The status code; 0 without a complete response of the service, and 429 for every rate limit response. */
  readonly status: number;
  /** Whether a complete response with any 2xx arrived, and no HTML page: a fallback page or a login is no success. */
  readonly isSuccess: boolean;
  /** Whether the status is any 4xx except 429. */
  readonly isClientError: boolean;
  /** The status of a response that came from a gateway instead of the service. */
  readonly gatewayStatus?: number;
  /** The status of a rate limit response with another status than 429. */
  readonly rateLimitStatus?: number;
  /** Of a request without a key by `deckhand verify`: the form of its path, if it is another one than the documented. */
  readonly pathForm?: PathForm;
  readonly requestBody: ParsedBody;
  readonly responseBody: ParsedBody;
}

/** A call, or a request that the interface does not document. */
export type AnyCall<Operation = OperationId | undefined> = Omit<Call, 'operation'> & {
  readonly operation: Operation;
};

export function createCall(exchange: Exchange, baseUrl?: string): Call | undefined {
  const { method, url } = exchange.request;
  const match = matchOperation(method, url, baseUrl);
  return match && createAnyCall(exchange, match);
}

/** @param match the operation, which is `undefined` for a request that the interface does not document */
export function createAnyCall<Operation extends OperationId | undefined>(
  exchange: Exchange,
  match: { readonly operation: Operation; readonly id: string },
): AnyCall<Operation> {
  const { request, response, failure } = exchange;
  const gateway = getGatewayStatus(exchange);
  const isOfService = response !== undefined && failure === undefined && gateway === undefined;
  const received =
    gateway === undefined
      ? parseBody(response?.body, response && getHeader(response.headers, 'content-type'))
      : EMPTY_BODY;
  const limited = isOfService ? getRateLimitStatus(response, received, match.operation) : undefined;
  const status = limited !== undefined ? 429 : isOfService ? response.status : 0;
  return {
    exchange,
    operation: match.operation,
    id: match.id,
    credential: parseCredential(request.headers),
    status,
    isSuccess: status >= 200 && status < 300 && !isHtmlPage(exchange),
    isClientError: status >= 400 && status < 500 && status !== 429,
    ...(gateway !== undefined && { gatewayStatus: gateway }),
    ...(limited !== undefined && { rateLimitStatus: limited }),
    requestBody: parseBody(request.body, getHeader(request.headers, 'content-type')),
    responseBody: received,
  };
}

/** Whether the response is an HTML page with 2xx. No operation documents one (section 4). */
export const isHtmlPage = ({ response }: Pick<Exchange, 'response'>): boolean =>
  response !== undefined &&
  response.status >= 200 &&
  response.status < 300 &&
  response.body !== undefined &&
  HTML_START.test(response.body.text);

/** Whether one ended before the other started. Exchanges that overlap have no order: a service may handle either first. */
export function endedBefore(earlier: Call, later: Call): boolean {
  return earlier.exchange.endedAt < later.exchange.startedAt;
}

/**
 * Whether the client or a gateway gave up before the service reported a result. The request may take effect at any later time,
 * or never.
 */
export const hasUnknownOutcome = ({ status }: Call): boolean => status === 0 || status >= 500;

/** Whether the effect of a change was complete when the other call started. */
export function tookEffectBefore(change: Call, later: Call): boolean {
  return !hasUnknownOutcome(change) && endedBefore(change, later);
}

export const isSuccess = ({ isSuccess }: Call): boolean => isSuccess;

export const isNotFound = ({ status }: Call): boolean => status === 404 || status === 410;

/** Whether the service processed the request: any response except 429. */
export const isProcessed = ({ status }: Call): boolean => status !== 0 && status !== 429;

export function isJsonSuccess({ isSuccess, responseBody }: Call): boolean {
  return isSuccess && responseBody.kind === 'json';
}

/** Whether the call had a key that may give access to a workspace. Invalid keys do not, unusual credentials may not. */
export function hasValidKey({ credential }: Call): boolean {
  return (
    credential.key !== undefined &&
    !credential.isInvalid &&
    credential.isDisabled !== true &&
    credential.variant === undefined
  );
}

const verifyKeys: ReadonlySet<string | undefined> = new Set(Object.values(keyPlaceholders));

/** Whether a request comes from a run of `deckhand verify`, which repeats inconclusive requests. */
export const isFromVerify = ({ credential }: Call): boolean => verifyKeys.has(credential.key);

/** The title that a PATCH sends. */
export function getSentTitle({ requestBody }: Call): string | undefined {
  const title = getField(getJson(requestBody), 'title');
  return typeof title === 'string' ? title : undefined;
}

/** Whether a PATCH sends a title that is not a string. A service may convert it to any title. */
export function hasNonStringTitle({ requestBody }: Call): boolean {
  const title = getField(getJson(requestBody), 'title');
  return title !== undefined && typeof title !== 'string';
}

/** Whether a PATCH sends only a title, the documented body. */
export function isRename(call: Call): boolean {
  const body = call.operation === 'updatePresentation' ? getJson(call.requestBody) : undefined;
  return typeof getField(body, 'title') === 'string' && Object.keys(body as object).length === 1;
}

export const parseJobStatus = (status: unknown): JobStatus | undefined =>
  typeof status === 'string' && Object.hasOwn(lifecycle.states, status) ? (status as JobStatus) : undefined;

export const isTerminal = (status: JobStatus | undefined): boolean =>
  status !== undefined && lifecycle.states[status].terminal;

/** The generation_id in the response to a start, if it is a usable string. */
export function getStartedJobId({ responseBody }: Pick<Call, 'responseBody'>): string | undefined {
  const id = getField(getJson(responseBody), 'generation_id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}
