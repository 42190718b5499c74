/** Reads the response of a HAR entry. */
import type { WireResponse, Writable } from '../exchange.js';
import type { Attachments } from './attachments.js';
import { fieldsOf, stringOf, type Fields } from './fields.js';
import { responseBody } from './har-body.js';
import { headersOf } from './header-list-cache.js';

/** HAR requires a version. Chromium also writes this word. */
export const UNKNOWN_VERSION = 'unknown';

export interface ResponseSource {
  /** The fields of Deckhand about the entry. */
  readonly own: Fields | undefined;
  readonly attachments: Attachments | undefined;
}

export function readResponse(
  status: number,
  response: Fields,
  { own, attachments }: ResponseSource,
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
export function partOf(own: Fields | undefined, name: 'request' | 'response'): Fields | undefined {
  return own?.[name] === undefined ? undefined : fieldsOf(own[name]);
}
