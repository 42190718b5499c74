/**
 * Reads one HAR entry as an exchange. Optional fields can be missing. Deckhand's own fields (`_deckhand`) win over HAR's, because
 * they are exact.
 */
import type { Exchange, WireResponse, Writable, WireFailure } from '../exchange.js';
import { failureFromProxyHeader } from '../proxy-header.js';
import { asObject, parseHeaders, asNumber, asString, type JsonObject } from './json-values.js';
import { readRequestBody, readResponseBody, type ReadAttachment } from './har-body.js';

/** HAR requires a version. Chromium also writes this word. */
export const UNKNOWN_VERSION = 'unknown';

export interface ParsedEntry {
  readonly exchange: Exchange;
  /** Whether Deckhand wrote it, so that it has its own sequence number. */
  readonly isFromDeckhand: boolean;
  /** Whether the response came from a browser's cache. */
  readonly isCached: boolean;
}

/**
 * @param attachments reads bodies that the recorder wrote into files of their own
 * @returns a message if the entry is not an exchange
 */
export function parseEntry(
  entry: unknown,
  ordinal: number,
  attachments?: ReadAttachment,
): ParsedEntry | string {
  const fields = asObject(entry);
  const { startedDateTime, pageref, _deckhand } = fields;
  const [request, response] = [asObject(fields.request), asObject(fields.response)];
  const own = _deckhand === undefined ? undefined : asObject(_deckhand);
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    return 'it has no request with a method and an address';
  const status = parseStatus(response.status);
  if (status === undefined || (!own && status > 0 && status < 100))
    return `its status is ${describeValue(response.status)}, not a status code`;
  const startedAt = asNumber(own?.startedAt) ?? Date.parse(asString(startedDateTime));
  if (Number.isNaN(startedAt)) return `its startedDateTime is ${describeValue(startedDateTime)}, not a date`;
  const sequence = asNumber(own?.sequence);
  const exchange: Writable<Exchange> = {
    sequence: sequence ?? ordinal,
    startedAt,
    endedAt: asNumber(own?.endedAt) ?? startedAt + computeDuration(fields),
    request: { method, url, headers: parseHeaders(request.headers) },
  };
  const sent = readRequestBody(request, exchange.request.headers, {
    extension: bodyExtension(own, 'request'),
    isFromDeckhand: own !== undefined,
    attachments,
  });
  if (sent) exchange.request = { ...exchange.request, body: sent };
  let failure = parseFailure(fields, status > 0);
  if (status > 0 || own?.answered === true) {
    const responded = readResponse(status, response, own, attachments);
    const behindProxy = own ? undefined : failureFromProxyHeader(responded.headers);
    if (own?.byProxy === true || behindProxy) exchange.proxyResponse = responded;
    else {
      exchange.response = responded;
      const firstByteAt = computeFirstByteAt(fields, own, exchange);
      if (firstByteAt !== undefined) exchange.firstByteAt = firstByteAt;
    }
    failure = behindProxy ?? failure;
  }
  if (failure) exchange.failure = failure;
  if (failure && isUnexplained(fields)) exchange.metadata = { hasNoRecordedCause: true };
  if (own?.steered === true) exchange.clockChanged = true;
  if (typeof pageref === 'string') exchange.pageref = pageref;
  return {
    exchange,
    isFromDeckhand: sequence !== undefined,
    isCached: !own && isFromCache(fields, response, status),
  };
}

function readResponse(
  status: number,
  response: JsonObject,
  own: JsonObject | undefined,
  attachments: ReadAttachment | undefined,
): WireResponse {
  const result: Writable<WireResponse> = { status, headers: parseHeaders(response.headers) };
  const statusText = asString(response.statusText);
  if (statusText !== '' || own?.emptyReason === true) result.statusText = statusText;
  const httpVersion = asString(response.httpVersion);
  if (httpVersion !== '' && httpVersion !== UNKNOWN_VERSION) result.httpVersion = httpVersion;
  // These have no body. Browsers record the cached one of a 304.
  if (!own && NULL_BODY_STATUSES.has(status)) return result;
  const body = readResponseBody(response, result.headers, {
    extension: bodyExtension(own, 'response'),
    isFromDeckhand: own !== undefined,
    attachments,
  });
  return body ? { ...result, body } : result;
}

const NULL_BODY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** The fields of Deckhand about the body of the request or the response. */
function bodyExtension(own: JsonObject | undefined, name: 'request' | 'response'): JsonObject | undefined {
  return own?.[name] === undefined ? undefined : asObject(own[name]);
}

/** In milliseconds. */
function computeDuration(entry: JsonObject): number {
  const time = asNumber(entry.time);
  if (time !== undefined) return Math.max(0, time);
  const timings = asObject(entry.timings);
  const parts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map(
    (name) => asNumber(timings[name]) ?? 0,
  );
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}

/**
 * When the head of the response arrived: before the time that HAR calls `receive`. Older files of Deckhand do not have it.
 * @param own the fields of Deckhand
 */
function computeFirstByteAt(
  entry: JsonObject,
  own: JsonObject | undefined,
  { startedAt, endedAt }: Exchange,
): number | undefined {
  if (own) return asNumber(own.firstByteAt);
  const receive = asNumber(asObject(entry.timings).receive);
  return receive === undefined || receive < 0 ? undefined : Math.max(startedAt, endedAt - receive);
}

/** The status as a number; some recorders write a string. 0 if it is missing. */
function parseStatus(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  const status = typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value;
  if (typeof status !== 'number' || !Number.isFinite(status) || status > 999) return undefined;
  return Math.max(0, status);
}

/** Browsers also record responses from their cache. A 304 was on the wire, so it counts as a response of the service. */
function isFromCache({ _fromCache, cache }: JsonObject, response: JsonObject, status: number): boolean {
  if (status === 304 || status === 0) return false;
  if (asString(_fromCache) !== '') return true;
  const { beforeRequest } = asObject(cache);
  if (typeof beforeRequest === 'object' && beforeRequest !== null && response.bodySize === 0) return true;
  return response._transferSize === 0 && response._fetchedViaServiceWorker !== true;
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  return typeof value === 'object' && value !== null
    ? 'not a single value'
    : JSON.stringify(value).slice(0, 40);
}

/* Maps the error that a recorder noted in a HAR entry to the journal's failures. Each recorder has its own error texts. */

const FAILURES: readonly string[] = [
  'reset',
  'timeout',
  'aborted',
  'truncated',
  'unreachable',
  'protocol',
  'gateway',
] satisfies WireFailure[];

/** Patterns of the error texts of Chromium (`net::ERR_…`), Firefox (`NS_ERROR_…`) and Node (`ECONN…`). The first match wins. */
const ERROR_PATTERNS: readonly (readonly [RegExp, WireFailure])[] = [
  [/time.?d?.?out/i, 'timeout'],
  [/abort|cancel|blocked/i, 'aborted'],
  [/incomplete|mismatch|partial/i, 'truncated'],
  [/reset|connection.?closed|empty.?response|hang.?up/i, 'reset'],
  [/refused|resol|unknown.?host|unreach|disconnected|notfound|offline/i, 'unreachable'],
  [/protocol|ssl|cert|http2|quic|invalid/i, 'protocol'],
];

/** @param hasResponse whether there was a response, complete or not */
function parseFailure(entry: JsonObject, hasResponse: boolean): WireFailure | undefined {
  const recorded = asObject(entry._deckhand).failure;
  if (typeof recorded === 'string' && FAILURES.includes(recorded)) return recorded as WireFailure;
  const error = readErrorText(entry);
  if (error === '') return hasResponse ? undefined : 'aborted';
  const known = ERROR_PATTERNS.find(([pattern]) => pattern.test(error))?.[1];
  return known ?? 'aborted';
}

/** Whether the recorder noted no reason for a missing response. */
function isUnexplained(entry: JsonObject): boolean {
  return asObject(entry._deckhand).failure === undefined && readErrorText(entry) === '';
}

function readErrorText(entry: JsonObject): string {
  const response = asObject(entry.response);
  return asString(response._error) || asString(response._failureText) || asString(entry._error);
}
