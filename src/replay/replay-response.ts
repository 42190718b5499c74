/**
 * Converts a recorded exchange to the replayed response. Connections and CORS belong to the server that sends it, dates move
 * with the clock, and addresses of the recorded API become those of this one.
 */
import { decodeBase64 } from '../journal/body.js';
import { getHeader, type Exchange, type HeaderPairs, type WireBody } from '../journal/exchange.js';
import type { Call } from '../judge/model/call.js';
import { readStatus } from './recorded-workspace.js';
import type { ReplayRequest, ReplayResponse } from '../service/replay-source.js';
import type { ReplayedCall } from './playback-state.js';

/** Headers of one connection, of its framing, and of the recorded deployment. */
const CONNECTION_HEADERS =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|access-control-.*|strict-transport-security|alt-svc|:.*)$/i;
/** Header values that Node can send. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** @param addresses the base addresses of the recorded API */
export function toReplayResponse(
  { call: chosen, fullResponse, startedJobId }: ReplayedCall,
  request: Pick<ReplayRequest, 'header' | 'now' | 'baseUrl'>,
  addresses: readonly string[],
): ReplayResponse | undefined {
  const call =
    chosen.status === 304 && !matchesCondition(chosen.exchange, fullResponse, request)
      ? fullResponse
      : chosen;
  if (!call) return undefined;
  const { exchange } = call;
  const { startedAt, endedAt } = exchange;
  // A client behind the recording proxy got the response of the proxy.
  const response = exchange.response ?? exchange.proxyResponse;
  const failure = exchange.proxyResponse ? undefined : toReplayFailure(exchange);
  const firstByteAt = exchange.firstByteAt ?? endedAt;
  const wait = Math.max(0, firstByteAt - startedAt);
  // The end of a stall is when the client gave up, and no byte arrived then.
  const times = {
    timeToFirstByte: wait,
    drip: failure === 'timeout' ? 0 : Math.max(0, endedAt - firstByteAt),
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
      job: undefined,
    };
  const rewrite = (text: string): string => rewriteBaseUrls(text, addresses, request.baseUrl);
  const body = toBodyBytes(response.body, rewrite);
  const status = readStatus(call);
  const id = startedJobId ?? (call.id === '' ? undefined : call.id);
  return {
    status: response.status,
    statusText:
      response.statusText !== undefined && SENDABLE.test(response.statusText)
        ? response.statusText
        : undefined,
    headers: toReplayHeaders(response.headers, rewrite, request.now - startedAt),
    body,
    ...times,
    failure,
    declaredLength:
      failure === undefined ? undefined : declaredContentLength(response.headers, response.body),
    job: id !== undefined && status !== undefined ? { id, status } : undefined,
  };
}

/**
 * Why a response cannot be played: its status is not one of HTTP, or the body of a success was not recorded, or only in part. A
 * failure keeps its status.
 */
export function unplayableReason({ isSuccess, exchange: { response } }: Call): string | undefined {
  if (response && (response.status < 100 || response.status > 999))
    return `the status of this response is ${response.status}, which cannot be sent`;
  const { truncated = false, text = '', bytes = 0 } = response?.body ?? {};
  if (!isSuccess || !truncated) return undefined;
  return text === ''
    ? 'the body of this response was not recorded'
    : `the body of this response was cut; it had ${bytes} bytes`;
}

/** Whether the client has the copy that a 304 refers to: it sends the recorded condition, or that of the last whole response. */
function matchesCondition(
  { request }: Exchange,
  whole: Call | undefined,
  { header }: Pick<ReplayRequest, 'header'>,
): boolean {
  const response = whole?.exchange.response;
  return [
    ['if-none-match', 'etag'],
    ['if-modified-since', 'last-modified'],
  ].some(([condition = '', source = '']) => {
    const sent = header(condition);
    const own = response && getHeader(response.headers, source);
    return sent !== undefined && (sent === getHeader(request.headers, condition) || sent === own);
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

/** Addresses are replaced in the bytes, so that no other byte changes. */
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
  return headers.flatMap(([name, value]) => {
    if (CONNECTION_HEADERS.test(name) || !TOKEN.test(name) || !SENDABLE.test(value)) return [];
    return [name, headerValue(name.toLowerCase(), rewrite(value), shift)];
  });
}

function headerValue(name: string, value: string, shift: number): string {
  if (name === 'set-cookie') return rewriteCookie(value, shift);
  if (name !== 'date' && name !== 'expires' && name !== 'retry-after') return value;
  return shiftDate(value, shift);
}

/** `SameSite=None` needs `Secure`, which a server without TLS cannot set. */
function rewriteCookie(value: string, shift: number): string {
  return value
    .replace(/;\s*(?:domain=[^;]*|secure|samesite=none)(?=;|$)/gi, '')
    .replace(/(;\s*expires=)([^;]+)/i, (_, name: string, date: string) => name + shiftDate(date, shift));
}

/** A date later by the shift; other values, such as seconds, stay as they are. */
function shiftDate(value: string, shift: number): string {
  const instant = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  const date = new Date(instant + shift);
  // A date can be outside of what a computer counts, before it is moved or after it.
  return Number.isNaN(date.getTime()) ? value : date.toUTCString();
}

/** An absolute `poll_url` must not lead to the recorded deployment. JSON can escape the slashes. */
function rewriteBaseUrls(text: string, addresses: readonly string[], own: string): string {
  return addresses.reduce((changed, address) => {
    const escaped = (url: string): string => url.replaceAll('/', String.raw`\/`);
    return changed
      .replaceAll(`${address}/api/v1`, `${own}/api/v1`)
      .replaceAll(escaped(`${address}/api/v1`), escaped(`${own}/api/v1`));
  }, text);
}
