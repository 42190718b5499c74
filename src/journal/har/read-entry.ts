/**
 * Reads one HAR entry as an exchange. Optional fields can be missing. Deckhand's own fields (`_deckhand`) win over HAR's, because
 * they are exact.
 */
import type { Exchange, WireResponse, Writable } from '../exchange.js';
import type { Attachments } from './attachments.js';
import { failureOf, isUnexplained } from './failure.js';
import { fieldsOf, numberOf, stringOf, type Fields } from './fields.js';
import { headersOf, HeaderListCache } from './header-list-cache.js';
import { requestBody, responseBody } from './har-body.js';

export interface EntryReading {
  readonly exchange: Exchange;
  /** Whether Deckhand wrote it, so that it has its own sequence number. */
  readonly isFromDeckhand: boolean;
  /** The position in the file. Counts from 1. */
  readonly ordinal: number;
  /** Whether the response came from a browser's cache. */
  readonly isCached: boolean;
}

/**
 * @param headerLists shares equal header lists with earlier requests
 * @param attachments reads bodies that the recorder wrote into files of their own
 * @returns a message if the entry is not an exchange
 */
export function readEntry(
  entry: unknown,
  ordinal: number,
  headerLists = new HeaderListCache(),
  attachments?: Attachments,
): EntryReading | string {
  const fields = fieldsOf(entry);
  const { startedDateTime, pageref, _deckhand } = fields;
  const [request, response] = [fieldsOf(fields.request), fieldsOf(fields.response)];
  const own = _deckhand === undefined ? undefined : fieldsOf(_deckhand);
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    return 'it has no request with a method and an address';
  const status = statusOf(response.status);
  if (status === undefined) return `its status is ${describe(response.status)}, not a number`;
  const startedAt = numberOf(own?.startedAt) ?? Date.parse(stringOf(startedDateTime));
  if (Number.isNaN(startedAt)) return `its startedDateTime is ${describe(startedDateTime)}, not a date`;
  const sequence = numberOf(own?.sequence);
  const exchange: Writable<Exchange> = {
    sequence: sequence ?? ordinal,
    startedAt,
    endedAt: numberOf(own?.endedAt) ?? startedAt + durationOf(fields),
    request: { method, url, headers: headerLists.get(request.headers) },
  };
  const sent = requestBody(request, exchange.request.headers, {
    own: partOf(own, 'request'),
    isOwn: own !== undefined,
    attachments,
  });
  if (sent) exchange.request = { ...exchange.request, body: sent };
  if (hasResponse(status, own)) exchange.response = responseOf(status, response, own, attachments);
  const failure = failureOf(fields, status > 0);
  if (failure) exchange.failure = failure;
  if (failure && isUnexplained(fields)) exchange.notes = { isUnexplained: true };
  if (own?.steered === true) exchange.steered = true;
  if (own?.renewed === true) exchange.renewed = true;
  if (typeof pageref === 'string') exchange.page = pageref;
  return {
    exchange,
    isFromDeckhand: sequence !== undefined,
    ordinal,
    isCached: !own && isFromCache(fields, response, status),
  };
}

function responseOf(
  status: number,
  response: Fields,
  own: Fields | undefined,
  attachments: Attachments | undefined,
): WireResponse {
  const headers = headersOf(response.headers);
  // These have no body. Browsers record the cached one of a 304.
  const isBodiless = !own && BODILESS.has(status);
  const source = { own: partOf(own, 'response'), isOwn: own !== undefined, attachments };
  const body = isBodiless ? undefined : responseBody(response, headers, source);
  return body ? { status, headers, body } : { status, headers };
}

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

const hasResponse = (status: number, own: Fields | undefined): boolean =>
  typeof own?.answered === 'boolean' ? own.answered : status > 0;

/** Deckhand's own fields about the body of the request or the response. */
function partOf(own: Fields | undefined, name: 'request' | 'response'): Fields | undefined {
  return own?.[name] === undefined ? undefined : fieldsOf(own[name]);
}

/** The status as a number; some recorders write a string. 0 if it is missing. */
function statusOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  const status = typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value;
  return typeof status === 'number' && Number.isFinite(status) ? Math.max(0, status) : undefined;
}

function durationOf(entry: Fields): number {
  const time = numberOf(entry.time);
  if (time !== undefined) return Math.max(0, time);
  const timings = fieldsOf(entry.timings);
  const parts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map(
    (name) => numberOf(timings[name]) ?? 0,
  );
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
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
