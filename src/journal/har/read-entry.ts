/**
 * Reads one HAR entry as an exchange. Optional fields can be missing. Deckhand's own fields (`_deckhand`) win over HAR's, because
 * they are exact.
 */
import type { Exchange, Writable } from '../exchange.js';
import type { Attachments } from './attachments.js';
import { failureBehindProxy } from '../proxy-mark.js';
import { failureOf, isUnexplained } from './failure.js';
import { fieldsOf, numberOf, stringOf, type Fields } from './fields.js';
import { HeaderListCache } from './header-list-cache.js';
import { requestBody } from './har-body.js';
import { partOf, readResponse } from './read-response.js';
import { durationOf, firstByteOf } from './timings.js';

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
  if (status === undefined) return `its status is ${describe(response.status)}, not a status code`;
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
  let failure = failureOf(fields, status > 0);
  if (status > 0 || own?.answered === true) {
    const responded = readResponse(status, response, { own, attachments });
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
    ordinal,
    isCached: !own && isFromCache(fields, response, status),
  };
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
