/**
 * What a client gets of a recorded exchange: its bytes and times. Connections and CORS belong to the server that sends it, dates move
 * with the clock, and addresses of the recorded API become those of this one.
 */
import { bytesOfBase64 } from '../journal/body.js';
import { headerOf, type Exchange, type HeaderPairs, type WireBody } from '../journal/exchange.js';
import type { Call } from '../contract/model/call.js';
import { statusOf } from './recorded-workspace.js';
import type { ReplayRequest, ReplayResponse } from '../service/replay.js';
import type { Played } from './playback-state.js';

/** Headers of one connection, of its framing, and of the recorded deployment. */
const OURS =
  /^(?:connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|access-control-.*|strict-transport-security|alt-svc|:.*)$/i;
/** Header values that Node can send. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]*$/;
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

/** @param addresses the base addresses of the recorded API */
export function sentResponse(
  { call: chosen, whole, started }: Played,
  request: Pick<ReplayRequest, 'header' | 'now' | 'address'>,
  addresses: readonly string[],
): ReplayResponse | undefined {
  const call = chosen.status === 304 && !isConditional(chosen.exchange, whole, request) ? whole : chosen;
  if (!call) return undefined;
  const { exchange } = call;
  const { startedAt, endedAt } = exchange;
  // A client behind the recording proxy got the response of the proxy.
  const response = exchange.response ?? exchange.proxyResponse;
  const failure = exchange.proxyResponse ? undefined : failureOf(exchange);
  const firstByteAt = exchange.firstByteAt ?? endedAt;
  const wait = Math.max(0, firstByteAt - startedAt);
  // The end of a stall is when the client gave up, and no byte arrived then.
  const times = { wait, drip: failure === 'stall' ? 0 : Math.max(0, endedAt - firstByteAt) };
  if (!response)
    return {
      status: 0,
      reason: undefined,
      headers: [],
      body: new Uint8Array(),
      ...times,
      failure: failure ?? 'stall',
      announced: undefined,
      job: undefined,
    };
  const rewrite = (text: string): string => withAddress(text, addresses, request.address);
  const body = bytesOf(response.body, rewrite);
  const status = statusOf(call);
  const id = started ?? (call.id === '' ? undefined : call.id);
  return {
    status: response.status,
    reason:
      response.statusText !== undefined && SENDABLE.test(response.statusText)
        ? response.statusText
        : undefined,
    headers: headersOf(response.headers, rewrite, request.now - startedAt),
    body,
    ...times,
    failure,
    announced: failure === undefined ? undefined : announcedLength(response.headers, response.body),
    job: id !== undefined && status !== undefined ? { id, status } : undefined,
  };
}

/**
 * Why a response cannot be played: its status is not one of HTTP, or the body of a success was not recorded, or only in part. A
 * failure keeps its status.
 */
export function missingPart({ ok, exchange: { response } }: Call): string | undefined {
  if (response && (response.status < 100 || response.status > 999))
    return `the status of this response is ${response.status}, which cannot be sent`;
  const { cut = false, text = '', bytes = 0 } = response?.body ?? {};
  if (!ok || !cut) return undefined;
  return text === ''
    ? 'the body of this response was not recorded'
    : `the body of this response was cut; it had ${bytes} bytes`;
}

/** Whether the client has the copy that a 304 refers to: it sends the recorded condition, or that of the last whole response. */
function isConditional(
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
    const own = response && headerOf(response.headers, source);
    return sent !== undefined && (sent === headerOf(request.headers, condition) || sent === own);
  });
}

export function failureOf({ failure }: Exchange): ReplayResponse['failure'] {
  switch (failure) {
    case undefined:
    case 'gateway':
      return undefined;
    case 'truncated':
      return 'cut';
    case 'timeout':
    case 'aborted':
      return 'stall';
    case 'reset':
    case 'unreachable':
    case 'protocol':
      return 'reset';
  }
}

function announcedLength(headers: HeaderPairs, body: WireBody | undefined): number | undefined {
  const length = Number(headerOf(headers, 'content-length') ?? NaN);
  return Number.isInteger(length) && length > (body?.bytes ?? 0) ? length : undefined;
}

/** Addresses are replaced in the bytes, so that no other byte changes. */
function bytesOf(body: WireBody | undefined, rewrite: (text: string) => string): Uint8Array {
  if (!body) return new Uint8Array();
  const bytes = body.encoding === 'base64' ? bytesOfBase64(body.text) : undefined;
  if (!bytes) return new TextEncoder().encode(rewrite(body.text));
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const changed = rewrite(text);
  return changed === text ? bytes : Uint8Array.from(changed, (character) => character.charCodeAt(0));
}

/** @param shift the milliseconds by which the replay is later than the recording */
function headersOf(headers: HeaderPairs, rewrite: (text: string) => string, shift: number): string[] {
  return headers.flatMap(([name, value]) => {
    if (OURS.test(name) || !TOKEN.test(name) || !SENDABLE.test(value)) return [];
    return [name, headerValue(name.toLowerCase(), rewrite(value), shift)];
  });
}

function headerValue(name: string, value: string, shift: number): string {
  if (name === 'set-cookie') return cookie(value, shift);
  if (name !== 'date' && name !== 'expires' && name !== 'retry-after') return value;
  return moved(value, shift);
}

/** `SameSite=None` needs `Secure`, which a server without TLS cannot set. */
function cookie(value: string, shift: number): string {
  return value
    .replace(/;\s*(?:domain=[^;]*|secure|samesite=none)(?=;|$)/gi, '')
    .replace(/(;\s*expires=)([^;]+)/i, (_, name: string, date: string) => name + moved(date, shift));
}

/** A date later by the shift; other values, such as seconds, stay as they are. */
function moved(value: string, shift: number): string {
  const instant = /[a-z]/i.test(value) ? Date.parse(value) : NaN;
  const date = new Date(instant + shift);
  // A date can be outside of what a computer counts, before it is moved or after it.
  return Number.isNaN(date.getTime()) ? value : date.toUTCString();
}

/** An absolute `poll_url` must not lead to the recorded deployment. JSON can escape the slashes. */
function withAddress(text: string, addresses: readonly string[], own: string): string {
  return addresses.reduce((changed, address) => {
    const escaped = (url: string): string => url.replaceAll('/', String.raw`\/`);
    return changed
      .replaceAll(`${address}/api/v1`, `${own}/api/v1`)
      .replaceAll(escaped(`${address}/api/v1`), escaped(`${own}/api/v1`));
  }, text);
}
