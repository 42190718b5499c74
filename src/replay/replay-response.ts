/**
 * Converts a recorded exchange to the replayed response. Connection and CORS headers are removed, dates are shifted by the clock, and
 * the base URLs of the recorded API are replaced.
 */
import { isNullBodyStatus } from '../base/null-body-status.js';
import { originLength } from '../base/url-path.js';
import { decodeBase64 } from '../journal/body.js';
import { getContentEncoding, parseContentEncoding } from '../journal/content-encoding.js';
import { getHeader, type Exchange, type HeaderPairs, type WireBody } from '../journal/exchange.js';
import { readStatus } from './recorded-workspace.js';
import type { ReplayRequest, ReplayResponse } from '../service/replay-source.js';
import type { ReplayedCall } from './playback-state.js';
import type { RecordedCall } from './recorded-call.js';

/** Headers of one connection, of its framing, and of the recorded deployment. docs/record.md lists them with their reasons. */
const DROPPED_HEADERS =
  /^(?:connection|keep-alive|proxy-(?:connection|authenticate|authentication-info|authorization)|te|trailer|transfer-encoding|upgrade|content-length|access-control-.*|strict-transport-security|alt-svc|:.*)$/i;
/** Header values that Node can send. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** A month and a day or year, or an ISO 8601 date. `Date.parse` also takes other texts, such as `soon 5`, for dates. */
const DATE = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[ -]+\d|^\s*[+-]?\d{4,6}-\d\d-\d\dt/i;
/** HTTP dates have four digits for the year. */
const FAR_YEAR = /(?<![.\d])[1-9]\d{4,}/;
/** Clients read the first years of HTTP, such as 0001, as years of this century. */
const MIN_HTTP_DATE = 0;
const MAX_HTTP_DATE = Date.parse('9999-12-31T23:59:59Z');

/** A recorder that writes another unit would hold a response for years. */
const MAX_PART_OF_RESPONSE_MS = 24 * 3_600_000;

/** @param baseUrls the base URLs of the recorded API */
export function toReplayResponse(
  { call: matched, fullResponse, startedJobId }: ReplayedCall,
  request: Pick<ReplayRequest, 'header' | 'now' | 'baseUrl'>,
  baseUrls: readonly string[],
): ReplayResponse | undefined {
  const call =
    matched.status === 304 && !matchesCondition(matched.exchange, fullResponse, request)
      ? fullResponse
      : matched;
  if (!call) return undefined;
  const { exchange } = call;
  const { startedAt, endedAt } = exchange;
  // A client behind the recording proxy got the response of the proxy.
  const response = exchange.response ?? exchange.proxyResponse;
  const failure = exchange.proxyResponse ? undefined : toReplayFailure(exchange);
  // A client that gave up after the head had received it before.
  const firstByteAt = exchange.firstByteAt ?? (response && failure === 'timeout' ? startedAt : endedAt);
  // A timeout ends when the client gave up; no byte arrived then.
  const times = {
    timeToFirstByte: boundDuration(firstByteAt - startedAt),
    drip: failure === 'timeout' ? 0 : boundDuration(endedAt - firstByteAt),
  };
  if (!response)
    return {
      status: 0,
      statusText: undefined,
      headers: [],
      body: new Uint8Array(),
      ...times,
      failure: failure ?? 'timeout',
      declaredLength: undefined,
      isBodyBorrowed: false,
      job: undefined,
    };
  const rewrite = (text: string): string => rewriteBaseUrls(text, baseUrls, request.baseUrl);
  const rewriteHeader = (value: string): string => rewriteBasePath(rewrite(value), baseUrls, request.baseUrl);
  const hasBody = !isNullBodyStatus(response.status);
  const body = hasBody ? toBodyBytes(response.body, rewrite) : new Uint8Array();
  const status = readStatus(call);
  const id = startedJobId ?? (call.id === '' ? undefined : call.id);
  return {
    status: response.status,
    statusText:
      response.statusText !== undefined && SENDABLE.test(response.statusText)
        ? response.statusText
        : undefined,
    headers: toReplayHeaders(response.headers, rewriteHeader, request.now - startedAt),
    body,
    ...times,
    failure,
    declaredLength:
      failure !== undefined && hasBody ? declaredContentLength(response.headers, response.body) : undefined,
    isBodyBorrowed: call.isBorrowed ?? false,
    job: id !== undefined && status !== undefined ? { id, status } : undefined,
  };
}

/**
 * Why a response cannot be replayed: its status is invalid, or the body of a success was not recorded completely. A failure can be
 * replayed without its body.
 */
export function unplayableReason({ isSuccess, exchange: { response } }: RecordedCall): string | undefined {
  if (response && (response.status < 100 || response.status > 999))
    return `the status of this response is ${response.status}, which cannot be sent`;
  const { truncated = false, text = '', bytes = 0 } = response?.body ?? {};
  if (!isSuccess || !truncated || isNullBodyStatus(response?.status ?? 0)) return undefined;
  return text === ''
    ? 'the body of this response was not recorded'
    : `the recorded body of this response is truncated; it had ${bytes} bytes`;
}

const boundDuration = (milliseconds: number): number =>
  Math.min(Math.max(0, milliseconds), MAX_PART_OF_RESPONSE_MS);

/** Whether the client has the copy that a 304 refers to: it sends the recorded condition, or the one of the last complete response. */
function matchesCondition(
  { request }: Exchange,
  fullResponse: RecordedCall | undefined,
  { header }: Pick<ReplayRequest, 'header'>,
): boolean {
  const response = fullResponse?.exchange.response;
  return [
    ['if-none-match', 'etag'],
    ['if-modified-since', 'last-modified'],
  ].some(([condition = '', source = '']) => {
    const sent = header(condition);
    const current = response && getHeader(response.headers, source);
    return sent !== undefined && (sent === getHeader(request.headers, condition) || sent === current);
  });
}

export function toReplayFailure({ failure }: Exchange): ReplayResponse['failure'] {
  switch (failure) {
    case undefined:
    case 'gateway':
      return undefined;
    case 'truncated':
      return 'truncated';
    case 'timeout':
    case 'aborted':
      return 'timeout';
    case 'reset':
    case 'unreachable':
    case 'protocol':
      return 'reset';
  }
}

function declaredContentLength(headers: HeaderPairs, body: WireBody | undefined): number | undefined {
  const length = Number(getHeader(headers, 'content-length') ?? NaN);
  return Number.isInteger(length) && length > (body?.bytes ?? 0) ? length : undefined;
}

/** Replaces base URLs in the bytes, so that no other byte changes. */
function toBodyBytes(body: WireBody | undefined, rewrite: (text: string) => string): Uint8Array {
  if (!body) return new Uint8Array();
  const bytes = body.encoding === 'base64' ? decodeBase64(body.text) : undefined;
  if (!bytes) return new TextEncoder().encode(rewrite(body.text));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const changed = rewrite(text);
  return changed === text ? bytes : Uint8Array.from(changed, (character) => character.charCodeAt(0));
}

/** @param shift the milliseconds by which the replay is later than the recording */
function toReplayHeaders(headers: HeaderPairs, rewrite: (text: string) => string, shift: number): string[] {
  const encoding = getContentEncoding(headers);
  // The reader of the recording has decoded every body in a known encoding.
  const isDecoded = encoding === undefined || parseContentEncoding(encoding) !== undefined;
  return headers.flatMap(([name, value]) => {
    if (isDecoded && name.toLowerCase() === 'content-encoding') return [];
    if (DROPPED_HEADERS.test(name) || !TOKEN.test(name)) return [];
    // Some recorders join repeated headers.
    return value.split(/\r?\n/).flatMap((line) => {
      const sendable = SENDABLE.test(line) ? line : toUtf8Bytes(line);
      return SENDABLE.test(sendable)
        ? [name, toHeaderValue(name.toLowerCase(), rewrite(sendable), shift)]
        : [];
    });
  });
}

/** The bytes of a header value that the recorder decoded as UTF-8, one character for each. */
const toUtf8Bytes = (value: string): string =>
  Array.from(new TextEncoder().encode(value), (byte) => String.fromCharCode(byte)).join('');

function toHeaderValue(name: string, value: string, shift: number): string {
  switch (name) {
    case 'set-cookie':
      return rewriteCookie(value, shift);
    case 'date':
    case 'retry-after':
      return boundYear(value) ?? shiftDate(value, shift);
    case 'expires':
      return shiftDate(value, shift);
    default:
      return value;
  }
}

/**
 * The nearest HTTP date to one with a year that HTTP does not allow; `undefined` for other values. An `Expires` with such a year counts
 * as expired (RFC 9111), so it is unchanged.
 */
function boundYear(value: string): string | undefined {
  if (!DATE.test(value) || !FAR_YEAR.test(value)) return undefined;
  return new Date(/(?:^|\s)-\d/.test(value) ? MIN_HTTP_DATE : MAX_HTTP_DATE).toUTCString();
}

/** `SameSite=None` needs `Secure`, which a server without TLS cannot set. */
function rewriteCookie(value: string, shift: number): string {
  return value
    .replace(/;\s*(?:(?:domain|secure)\s*(?:=[^;]*)?|samesite\s*=\s*none\s*)(?=;|$)/gi, '')
    .replace(/(;\s*expires\s*=)([^;]+)/i, (_, name: string, date: string) => name + shiftDate(date, shift));
}

/** Shifts a date within the years of HTTP; other values, such as seconds, are unchanged. */
function shiftDate(value: string, shift: number): string {
  const instant = DATE.test(value) && !FAR_YEAR.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(instant)) return value;
  return new Date(Math.min(Math.max(MIN_HTTP_DATE, instant + shift), MAX_HTTP_DATE)).toUTCString();
}

/** An absolute `poll_url` must not point to the recorded deployment. JSON can escape the slashes. */
function rewriteBaseUrls(text: string, baseUrls: readonly string[], replacement: string): string {
  const escaped = (url: string): string => url.replaceAll('/', String.raw`\/`);
  return baseUrls.reduce((changed, baseUrl) => {
    const rewritten = changed
      .replaceAll(`${baseUrl}/api/v1`, `${replacement}/api/v1`)
      .replaceAll(escaped(`${baseUrl}/api/v1`), escaped(`${replacement}/api/v1`));
    const prefix = withoutOrigin(baseUrl);
    if (prefix === '') return rewritten;
    // A path of the recorded API, as a JSON string.
    const [from, to] = [`${prefix}/api/v1/`, `${withoutOrigin(replacement)}/api/v1/`];
    return rewritten.replaceAll(`"${from}`, `"${to}`).replaceAll(`"${escaped(from)}`, `"${escaped(to)}`);
  }, text);
}

/** As `rewriteBaseUrls`, for a header that is a path of the recorded API. */
function rewriteBasePath(value: string, baseUrls: readonly string[], replacement: string): string {
  const prefix = baseUrls.map(withoutOrigin).find((path) => value.startsWith(`${path}/api/v1/`));
  return prefix === undefined ? value : withoutOrigin(replacement) + value.slice(prefix.length);
}

const withoutOrigin = (baseUrl: string): string => baseUrl.slice(originLength(baseUrl));
