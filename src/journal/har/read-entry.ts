/** Parses a HAR entry as an exchange. The fields of `_deckhand` override those of HAR, because they are exact. */
import type { JsonObject } from '../../base/json.js';
import { isNullBodyStatus } from '../../base/null-body-status.js';
import { getHeader, type Exchange, type WireResponse, type Writable } from '../exchange.js';
import { failureFromProxyHeader } from '../proxy-header.js';
import { hasNoRecordedCause, parseFailure } from './entry-failure.js';
import { asObject, parseHeaders, asNumber, asString } from './json-values.js';
import { readRequestBody, readResponseBody, type BodySource, type ReadAttachment } from './har-body.js';

/** HAR requires a version. Chromium also writes this value. */
export const UNKNOWN_VERSION = 'unknown';

export interface ParsedEntry {
  readonly exchange: Exchange;
  /** Whether Deckhand wrote it. Then it has a sequence number. */
  readonly isFromDeckhand: boolean;
  /** Whether the response came from a browser's cache, or from the browser itself. */
  readonly isCached: boolean;
}

export interface EntryOptions {
  /** Reads bodies that the recorder wrote to separate files. */
  readonly attachments?: ReadAttachment | undefined;
  /** Default: compressed bodies count as not recorded. */
  readonly decode?: BodySource['decode'];
}

/** A later year has more than four digits, which neither ISO 8601 nor HTTP allows. */
const MIN_INSTANT = Date.parse('0001-01-01T00:00:00Z');
const MAX_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** @returns a message if the entry is not an exchange */
export function parseEntry(
  entry: unknown,
  ordinal: number,
  { attachments, decode = () => undefined }: EntryOptions = {},
): ParsedEntry | string {
  const fields = asObject(entry);
  const { startedDateTime, pageref, connection, _deckhand } = fields;
  const [request, response] = [asObject(fields.request), asObject(fields.response)];
  const extension = _deckhand === undefined ? undefined : asObject(_deckhand);
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    return 'it has no request with a method and a URL';
  const status = parseStatus(response.status);
  if (status === undefined || (!extension && status > 0 && status < 100))
    return `its status is ${describeValue(response.status)}, not a status code`;
  const startedAt = asInstant(extension?.startedAt) ?? asInstant(Date.parse(asString(startedDateTime)));
  if (startedAt === undefined) return `its startedDateTime is ${describeValue(startedDateTime)}, not a date`;
  const sequence = Number.isSafeInteger(extension?.sequence) ? asNumber(extension?.sequence) : undefined;
  const exchange: Writable<Exchange> = {
    sequence: sequence ?? ordinal,
    startedAt,
    endedAt: asInstant(extension?.endedAt) ?? asInstant(startedAt + computeDuration(fields)) ?? startedAt,
    request: { method, url, headers: parseHeaders(request.headers) },
  };
  let failure = parseFailure(fields, status > 0);
  const source = {
    isFromDeckhand: extension !== undefined,
    attachments,
    decode,
    isCut: failure !== undefined,
  };
  const requestBody = readRequestBody(request, exchange.request.headers, {
    ...source,
    extension: bodyExtension(extension, 'request'),
  });
  if (requestBody) exchange.request = { ...exchange.request, body: requestBody };
  if (status > 0 || extension?.answered === true) {
    const wireResponse = readResponse(status, response, extension, source);
    const proxyFailure = extension ? undefined : failureFromProxyHeader(wireResponse.headers);
    if (extension?.byProxy === true || proxyFailure) exchange.proxyResponse = wireResponse;
    else {
      exchange.response = wireResponse;
      const firstByteAt = computeFirstByteAt(fields, extension, exchange);
      if (firstByteAt !== undefined) exchange.firstByteAt = firstByteAt;
    }
    failure = proxyFailure ?? failure;
  }
  if (failure) exchange.failure = failure;
  if (failure && hasNoRecordedCause(fields)) exchange.metadata = { hasNoRecordedCause: true };
  if (!extension && isFromServiceWorker(fields, response))
    exchange.metadata = { ...exchange.metadata, isViaServiceWorker: true };
  if (extension?.steered === true) exchange.clockChanged = true;
  if (typeof pageref === 'string') exchange.pageref = pageref;
  if (typeof connection === 'string' && connection !== '') exchange.connection = connection;
  return {
    exchange,
    isFromDeckhand: sequence !== undefined,
    isCached: !extension && isFromCache(fields, response, exchange.response),
  };
}

function readResponse(
  status: number,
  response: JsonObject,
  extension: JsonObject | undefined,
  source: Omit<BodySource, 'extension'>,
): WireResponse {
  const result: Writable<WireResponse> = { status, headers: parseHeaders(response.headers) };
  const statusText = asString(response.statusText);
  if (statusText !== '' || extension?.emptyReason === true) result.statusText = statusText;
  const httpVersion = asString(response.httpVersion);
  if (httpVersion !== '' && httpVersion !== UNKNOWN_VERSION) result.httpVersion = httpVersion;
  // These statuses have no body. For a 304, browsers record the cached one.
  if (!extension && isNullBodyStatus(status)) return result;
  const body = readResponseBody(response, result.headers, {
    ...source,
    extension: bodyExtension(extension, 'response'),
  });
  return body ? { ...result, body } : result;
}

/** The fields of `_deckhand` about the body of the request or the response. */
function bodyExtension(
  extension: JsonObject | undefined,
  name: 'request' | 'response',
): JsonObject | undefined {
  return extension?.[name] === undefined ? undefined : asObject(extension[name]);
}

/** Milliseconds since 1970, if their date can be written. */
function asInstant(value: unknown): number | undefined {
  const instant = asNumber(value);
  return instant !== undefined && instant >= MIN_INSTANT && instant <= MAX_INSTANT ? instant : undefined;
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
 * When the headers of the response arrived: before the time that HAR calls `receive`.
 * @param extension the field `_deckhand`
 */
function computeFirstByteAt(
  entry: JsonObject,
  extension: JsonObject | undefined,
  { startedAt, endedAt }: Exchange,
): number | undefined {
  if (extension) return asInstant(extension.firstByteAt);
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

/**
 * Browsers also record responses that they did not receive from the network: those of their caches, of a service worker, and internal
 * redirects. A 304 was sent by the service, so it does not count as cached.
 */
function isFromCache(
  entry: JsonObject,
  response: JsonObject,
  wireResponse: WireResponse | undefined,
): boolean {
  if (!wireResponse || wireResponse.status === 304 || wireResponse.status === 0) return false;
  // Chromium writes it for redirects to HTTPS that HSTS demands.
  if (getHeader(wireResponse.headers, 'non-authoritative-reason') !== undefined) return true;
  if (asString(entry._fromCache) !== '') return true;
  if (response.fromDiskCache === true || response.fromPrefetchCache === true) return true;
  const { beforeRequest } = asObject(entry.cache);
  if (typeof beforeRequest === 'object' && beforeRequest !== null && response.bodySize === 0) return true;
  if (!isFromServiceWorker(entry, response)) return response._transferSize === 0;
  const source = asString(response._serviceWorkerResponseSource);
  return asString(response._responseCacheStorageCacheName) !== '' || !['', 'network'].includes(source);
}

const isFromServiceWorker = (entry: JsonObject, response: JsonObject): boolean =>
  response._fetchedViaServiceWorker === true ||
  entry._fetchedViaServiceWorker === true ||
  response.fromServiceWorker === true;

function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  return typeof value === 'object' && value !== null
    ? 'not a single value'
    : JSON.stringify(value).slice(0, 40);
}
