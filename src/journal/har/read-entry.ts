/**
 * One entry of a HAR file as an exchange. Reads what any recorder wrote, as far as it goes: optional fields may be missing,
 * and what our own files say beyond HAR comes first.
 */
import type { Exchange, WireResponse, Writable } from '../exchange.js';
import { failureOf } from './failure.js';
import { fieldsOf, numberOf, textOf, type Fields } from './fields.js';
import { headersOf, HeaderLists } from './header-lists.js';
import { requestBody, responseBody } from './har-body.js';

export interface EntryReading {
  readonly exchange: Exchange;
  /** Whether it says its own place in the journal: a file of ours. */
  readonly isOurs: boolean;
  /** Whether it was answered without the wire: from a browser's cache. */
  readonly isCached: boolean;
}

/**
 * @param known the lists of headers that requests before this one had
 * @returns what is wrong with it, where it is no exchange
 */
export function readEntry(entry: unknown, ordinal: number, known = new HeaderLists()): EntryReading | string {
  const fields = fieldsOf(entry);
  const { startedDateTime, pageref, _deckhand } = fields;
  const [request, response] = [fieldsOf(fields.request), fieldsOf(fields.response)];
  const own = _deckhand === undefined ? undefined : fieldsOf(_deckhand);
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string')
    return 'it has no request with a method and an address';
  const status = statusOf(response.status);
  if (status === undefined) return `its status is ${shown(response.status)}, no number`;
  const startedAt = numberOf(own?.startedAt) ?? Date.parse(textOf(startedDateTime));
  if (Number.isNaN(startedAt)) return `its startedDateTime is ${shown(startedDateTime)}, no date`;
  const sequence = numberOf(own?.sequence);
  const exchange: Writable<Exchange> = {
    sequence: sequence ?? ordinal,
    startedAt,
    endedAt: numberOf(own?.endedAt) ?? startedAt + durationOf(fields),
    request: { method, url, headers: known.listOf(request.headers) },
  };
  const sent = requestBody(request, partOf(own, 'request'));
  if (sent) exchange.request = { ...exchange.request, body: sent };
  if (isAnswered(status, own)) exchange.response = responseOf(status, response, own);
  const failure = failureOf(fields, status > 0);
  if (failure) exchange.failure = failure;
  if (own?.steered === true) exchange.steered = true;
  if (typeof pageref === 'string') exchange.page = pageref;
  return {
    exchange,
    isOurs: sequence !== undefined,
    isCached: !own && isFromCache(fields, response, status),
  };
}

function responseOf(status: number, response: Fields, own: Fields | undefined): WireResponse {
  const headers = headersOf(response.headers);
  // What a 304 stands for was sent before.
  const body = status === 304 && !own ? undefined : responseBody(response, headers, partOf(own, 'response'));
  return body ? { status, headers, body } : { status, headers };
}

const isAnswered = (status: number, own: Fields | undefined): boolean =>
  typeof own?.answered === 'boolean' ? own.answered : status > 0;

/** What our own files say of a body beyond HAR. */
function partOf(own: Fields | undefined, name: 'request' | 'response'): Fields | undefined {
  return own?.[name] === undefined ? undefined : fieldsOf(own[name]);
}

/** Some recorders write it as a text. */
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

/** Browsers list what their cache answered among the rest. A 304 was on the wire, and is kept. */
function isFromCache({ _fromCache, cache }: Fields, response: Fields, status: number): boolean {
  if (status === 304 || status === 0) return false;
  if (textOf(_fromCache) !== '') return true;
  const { beforeRequest } = fieldsOf(cache);
  if (typeof beforeRequest === 'object' && beforeRequest !== null && response.bodySize === 0) return true;
  return response._transferSize === 0 && response._fetchedViaServiceWorker !== true;
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  return typeof value === 'object' && value !== null ? 'no single value' : JSON.stringify(value).slice(0, 40);
}
