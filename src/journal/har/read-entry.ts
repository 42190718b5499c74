/**
 * Reads one HAR entry as an exchange. Optional fields can be missing. Deckhand's own fields (`_deckhand`) win over HAR's, because
 * they are exact.
 */
import type { Exchange, WireResponse, Writable, WireFailure } from '../exchange.js';
import { failureBehindProxy } from '../proxy-mark.js';
import { fieldsOf, headersOf, numberOf, stringOf, type Fields } from './fields.js';
import { requestBody, responseBody, type Attachments } from './har-body.js';

/** HAR requires a version. Chromium also writes this word. */
export const UNKNOWN_VERSION = 'unknown';

export interface EntryReading {
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
export function readEntry(entry: unknown, ordinal: number, attachments?: Attachments): EntryReading | string {
  const fields = fieldsOf(entry);
  const { startedDateTime, pageref, _deckhand } = fields;
  const [request, response] = [fieldsOf(fields.request), fieldsOf(fields.response)];
  const own = _deckhand === undefined ? undefined : fieldsOf(_deckhand);
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    return 'it has no request with a method and an address';
  const status = statusOf(response.status);
  if (status === undefined || (!own && status > 0 && status < 100))
    return `its status is ${describe(response.status)}, not a status code`;
  const startedAt = numberOf(own?.startedAt) ?? Date.parse(stringOf(startedDateTime));
  if (Number.isNaN(startedAt)) return `its startedDateTime is ${describe(startedDateTime)}, not a date`;
  const sequence = numberOf(own?.sequence);
  const exchange: Writable<Exchange> = {
    sequence: sequence ?? ordinal,
    startedAt,
    endedAt: numberOf(own?.endedAt) ?? startedAt + durationOf(fields),
    request: { method, url, headers: headersOf(request.headers) },
  };
  const sent = requestBody(request, exchange.request.headers, {
    own: partOf(own, 'request'),
    isOwn: own !== undefined,
    attachments,
  });
  if (sent) exchange.request = { ...exchange.request, body: sent };
  let failure = failureOf(fields, status > 0);
  if (status > 0 || own?.answered === true) {
    const responded = readResponse(status, response, own, attachments);
    const behindProxy = own ? undefined : failureBehindProxy(responded.headers);
    if (own?.byProxy === true || behindProxy) exchange.proxyResponse = responded;
    else {
      exchange.response = responded;
      const firstByteAt = firstByteOf(fields, own, exchange);
      if (firstByteAt !== undefined) exchange.firstByteAt = firstByteAt;
    }
    failure = behindProxy ?? failure;
  }
  if (failure) exchange.failure = failure;
  if (failure && isUnexplained(fields)) exchange.notes = { isUnexplained: true };
  if (own?.steered === true) exchange.steered = true;
  if (typeof pageref === 'string') exchange.page = pageref;
  return {
    exchange,
    isFromDeckhand: sequence !== undefined,
    isCached: !own && isFromCache(fields, response, status),
  };
}

function readResponse(
  status: number,
  response: Fields,
  own: Fields | undefined,
  attachments: Attachments | undefined,
): WireResponse {
  const result: Writable<WireResponse> = { status, headers: headersOf(response.headers) };
  const statusText = stringOf(response.statusText);
  if (statusText !== '' || own?.emptyReason === true) result.statusText = statusText;
  const httpVersion = stringOf(response.httpVersion);
  if (httpVersion !== '' && httpVersion !== UNKNOWN_VERSION) result.httpVersion = httpVersion;
  // These have no body. Browsers record the cached one of a 304.
  if (!own && BODILESS.has(status)) return result;
  const body = responseBody(response, result.headers, {
    own: partOf(own, 'response'),
    isOwn: own !== undefined,
    attachments,
  });
  return body ? { ...result, body } : result;
}

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The fields of Deckhand about the body of the request or the response. */
function partOf(own: Fields | undefined, name: 'request' | 'response'): Fields | undefined {
  return own?.[name] === undefined ? undefined : fieldsOf(own[name]);
}

/** In milliseconds. */
function durationOf(entry: Fields): number {
  const time = numberOf(entry.time);
  if (time !== undefined) return Math.max(0, time);
  const timings = fieldsOf(entry.timings);
  const parts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map(
    (name) => numberOf(timings[name]) ?? 0,
  );
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}

/**
 * When the head of the response arrived: before the time that HAR calls `receive`. Older files of Deckhand do not have it.
 * @param own the fields of Deckhand
 */
function firstByteOf(
  entry: Fields,
  own: Fields | undefined,
  { startedAt, endedAt }: Exchange,
): number | undefined {
  if (own) return numberOf(own.firstByteAt);
  const receive = numberOf(fieldsOf(entry.timings).receive);
  return receive === undefined || receive < 0 ? undefined : Math.max(startedAt, endedAt - receive);
}

/** The status as a number; some recorders write a string. 0 if it is missing. */
function statusOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  const status = typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value;
  if (typeof status !== 'number' || !Number.isFinite(status) || status > 999) return undefined;
  return Math.max(0, status);
}

/** Browsers also record responses from their cache. A 304 was on the wire, so it counts as a response of the service. */
function isFromCache({ _fromCache, cache }: Fields, response: Fields, status: number): boolean {
  if (status === 304 || status === 0) return false;
  if (stringOf(_fromCache) !== '') return true;
  const { beforeRequest } = fieldsOf(cache);
  if (typeof beforeRequest === 'object' && beforeRequest !== null && response.bodySize === 0) return true;
  return response._transferSize === 0 && response._fetchedViaServiceWorker !== true;
}

function describe(value: unknown): string {
  if (value === undefined) return 'missing';
  return typeof value === 'object' && value !== null
    ? 'not a single value'
    : JSON.stringify(value).slice(0, 40);
}

/* Maps the error that a recorder noted in a HAR entry to the journal's failures. Each recorder has its own error texts. */

const failures: readonly string[] = [
  'reset',
  'timeout',
  'aborted',
  'truncated',
  'unreachable',
  'protocol',
  'gateway',
] satisfies WireFailure[];

/** Patterns of the error texts of Chromium (`net::ERR_…`), Firefox (`NS_ERROR_…`) and Node (`ECONN…`). The first match wins. */
const patterns: readonly (readonly [RegExp, WireFailure])[] = [
  [/time.?d?.?out/i, 'timeout'],
  [/abort|cancel|blocked/i, 'aborted'],
  [/incomplete|mismatch|partial/i, 'truncated'],
  [/reset|connection.?closed|empty.?response|hang.?up/i, 'reset'],
  [/refused|resol|unknown.?host|unreach|disconnected|notfound|offline/i, 'unreachable'],
  [/protocol|ssl|cert|http2|quic|invalid/i, 'protocol'],
];

/** @param hasResponse whether there was a response, complete or not */
function failureOf(entry: Fields, hasResponse: boolean): WireFailure | undefined {
  const recorded = fieldsOf(entry._deckhand).failure;
  if (typeof recorded === 'string' && failures.includes(recorded)) return recorded as WireFailure;
  const error = errorOf(entry);
  if (error === '') return hasResponse ? undefined : 'aborted';
  const known = patterns.find(([pattern]) => pattern.test(error))?.[1];
  return known ?? 'aborted';
}

/** Whether the recorder noted no reason for a missing response. */
function isUnexplained(entry: Fields): boolean {
  return fieldsOf(entry._deckhand).failure === undefined && errorOf(entry) === '';
}

function errorOf(entry: Fields): string {
  const response = fieldsOf(entry.response);
  return stringOf(response._error) || stringOf(response._failureText) || stringOf(entry._error);
}
