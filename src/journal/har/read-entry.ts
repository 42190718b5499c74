/**
 * One entry of a HAR file as an exchange. Reads what any recorder wrote, as far as it goes: optional fields may be missing,
 * and what our own files say beyond HAR comes first.
 */
import type { Exchange } from '../exchange.js';
import { failureOf } from './failure.js';
import { field, numberOf, textOf } from './fields.js';
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
  const request = field(entry, 'request');
  const response = field(entry, 'response');
  const own = field(entry, '_deckhand');
  const [method, url] = [field(request, 'method'), field(request, 'url')];
  if (typeof method !== 'string' || typeof url !== 'string') {
    return 'it has no request with a method and an address';
  }
  const status = statusOf(field(response, 'status'));
  if (status === undefined) return `its status is ${shown(field(response, 'status'))}, no number`;
  const startedAt = numberOf(field(own, 'startedAt')) ?? Date.parse(textOf(field(entry, 'startedDateTime')));
  if (Number.isNaN(startedAt))
    return `its startedDateTime is ${shown(field(entry, 'startedDateTime'))}, no date`;
  const sequence = numberOf(field(own, 'sequence'));
  const page = field(entry, 'pageref');
  const exchange = {
    sequence: sequence ?? ordinal,
    startedAt,
    endedAt: numberOf(field(own, 'endedAt')) ?? startedAt + durationOf(entry),
    ...messagesOf(method, url, entry, status, known),
    ...(field(own, 'steered') === true && { steered: true }),
    ...(typeof page === 'string' && { page }),
  };
  return { exchange, isOurs: sequence !== undefined, isCached: isFromCache(entry, status) };
}

function messagesOf(
  method: string,
  url: string,
  entry: unknown,
  status: number,
  known: HeaderLists,
): Pick<Exchange, 'request' | 'response' | 'failure'> {
  const request = field(entry, 'request');
  const response = field(entry, 'response');
  const own = field(entry, '_deckhand');
  const said = field(own, 'answered');
  const isAnswered = typeof said === 'boolean' ? said : status > 0;
  const failure = failureOf(entry, status > 0);
  const sent = requestBody(request, field(own, 'request'));
  const headers = headersOf(field(response, 'headers'));
  const received =
    isAnswered && (status !== 304 || own !== undefined)
      ? responseBody(response, headers, field(own, 'response'))
      : undefined;
  return {
    request: { method, url, headers: known.listOf(field(request, 'headers')), ...(sent && { body: sent }) },
    ...(isAnswered && { response: { status, headers, ...(received && { body: received }) } }),
    ...(failure && { failure }),
  };
}

/** Some recorders write it as a text. */
function statusOf(value: unknown): number | undefined {
  if (value === undefined || value === null) return 0;
  const status = typeof value === 'string' && /^\d{1,3}$/.test(value.trim()) ? Number(value) : value;
  return typeof status === 'number' && Number.isFinite(status) ? Math.max(0, status) : undefined;
}

function durationOf(entry: unknown): number {
  const time = numberOf(field(entry, 'time'));
  if (time !== undefined) return Math.max(0, time);
  const timings = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map(
    (name) => numberOf(field(field(entry, 'timings'), name)) ?? 0,
  );
  return timings.reduce((sum, part) => sum + Math.max(0, part), 0);
}

/** Browsers list what their cache answered among the rest. A 304 was on the wire, and is kept. */
function isFromCache(entry: unknown, status: number): boolean {
  if (status === 304 || status === 0 || field(entry, '_deckhand') !== undefined) return false;
  if (textOf(field(entry, '_fromCache')) !== '') return true;
  const response = field(entry, 'response');
  const known = field(field(entry, 'cache'), 'beforeRequest');
  if (typeof known === 'object' && known !== null && field(response, 'bodySize') === 0) return true;
  return field(response, '_transferSize') === 0 && field(response, '_fetchedViaServiceWorker') !== true;
}

function shown(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40);
}
