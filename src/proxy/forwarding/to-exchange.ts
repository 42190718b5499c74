/** Converts a captured exchange for the journal: bodies are decompressed and cut, keys removed, URLs are the upstream's. */
import { bodyOfBytes, bodyOfText, startOfBytes } from '../../journal/body.js';
import { markedHeaders } from '../../journal/redact/gateway-headers.js';
import type { Redactor } from '../../journal/redact/redactor.js';
import {
  headerOf,
  type Exchange,
  type HeaderPairs,
  type WireBody,
  type WireResponse,
} from '../../journal/exchange.js';
import type { BodyCapture } from './body-capture.js';
import { decodeBody, type DecodeOptions } from './decode-body.js';
import type { CapturedExchange, CapturedResponse } from './captured.js';
import type { ProxyResponse } from './proxy-response.js';
import { pairsOf } from './forwarded-headers.js';

export interface ExchangeContext {
  /** Scheme, host and port of the upstream. */
  readonly origin: string;
  /** It gets the keys of each request. */
  readonly redactor: Redactor;
  /** The headers that the proxy added for a gateway. */
  readonly added?: HeaderPairs;
  /** The bytes of each body that are kept. */
  readonly maxBody: number;
}

export function toExchange(
  captured: CapturedExchange,
  { origin, redactor, added = [], maxBody }: ExchangeContext,
): Exchange {
  const { sequence, startedAt, endedAt, method, path, failure, response } = captured;
  const { isRenewed, detail, proxyResponse } = captured;
  const requestHeaders = pairsOf(captured.headers);
  const limits = { limit: maxBody, isWhole: failure === undefined };
  const sent = bodyOf(captured.body, requestHeaders, limits);
  return redactor.exchange({
    sequence,
    startedAt,
    ...(response && { firstByteAt: response.startedAt }),
    endedAt,
    request: {
      method,
      url: origin + path,
      headers: [...requestHeaders, ...markedHeaders(added)],
      ...(sent && { body: sent }),
    },
    ...(response && { response: responseOf(response, limits) }),
    ...(proxyResponse && { proxyResponse: ownResponse(proxyResponse) }),
    ...(failure && { failure }),
    ...(isRenewed && { renewed: true }),
    ...(detail !== undefined && { notes: { failure: detail } }),
  });
}

function responseOf(
  { status, statusText, httpVersion, headers, body }: CapturedResponse,
  limits: DecodeOptions,
): WireResponse {
  const pairs = pairsOf(headers);
  const received = bodyOf(body, pairs, limits);
  return {
    status,
    statusText,
    httpVersion,
    headers: pairs,
    ...(received && { body: received }),
  };
}

function ownResponse({ status, statusText, headers, body }: ProxyResponse): WireResponse {
  return {
    status,
    statusText,
    httpVersion: 'HTTP/1.1',
    headers: pairsOf(headers),
    body: bodyOfText(body),
  };
}

function bodyOf(
  capture: BodyCapture | undefined,
  headers: HeaderPairs,
  limits: DecodeOptions,
): WireBody | undefined {
  if (!capture || capture.bytes === 0) return undefined;
  const encoding = headerOf(headers, 'content-encoding');
  if (!capture.isCut) {
    const decoded = decodeBody(capture.read(), encoding, limits);
    if (typeof decoded !== 'string') return bodyOfBytes(decoded);
    return { text: '', bytes: capture.bytes, cut: true };
  }
  // The start of a compressed body cannot be decompressed.
  if (encoding !== undefined) return { text: '', bytes: capture.bytes, cut: true };
  return { ...startOfBytes(capture.read()), bytes: capture.bytes, cut: true };
}
