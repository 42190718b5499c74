/** Converts what the proxy forwarded for the journal: bodies are decompressed and cut, and keys are removed. */
import { STATUS_CODES } from 'node:http';
import { bodyOfBytes, bodyOfText, startOfBytes } from '../journal/body.js';
import { headerOf, pairsOf, type Exchange, type HeaderPairs, type WireBody } from '../journal/exchange.js';
import { markedHeaders } from '../journal/redact/gateway-headers.js';
import type { Redactor } from '../journal/redact/redactor.js';
import { decodeBody, type DecodeOptions } from './decode-body.js';
import type { Forwarded } from './forward.js';
import type { KeptBody } from './kept-body.js';

export interface ExchangeContext {
  readonly sequence: number;
  readonly method: string;
  /** At the upstream. */
  readonly url: string;
  /** It gets the keys of each request. */
  readonly redactor: Redactor;
  /** The headers that the proxy added for a gateway. */
  readonly added: HeaderPairs;
  /** The bytes of each body that are kept. */
  readonly maxBody: number;
}

export function toExchange(
  { startedAt, endedAt, sentHeaders, sentBody, response, ownResponse, failure, detail }: Forwarded,
  { sequence, method, url, redactor, added, maxBody }: ExchangeContext,
): Exchange {
  const limits = { limit: maxBody, isWhole: failure === undefined };
  const headers = pairsOf(sentHeaders);
  return redactor.exchange({
    sequence,
    startedAt,
    ...(response && { firstByteAt: response.startedAt }),
    endedAt,
    request: {
      method,
      url,
      headers: [...headers, ...markedHeaders(added)],
      ...bodyOf(sentBody, headers, limits),
    },
    ...(response && {
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: response.httpVersion,
        headers: pairsOf(response.headers),
        ...bodyOf(response.body, pairsOf(response.headers), limits),
      },
    }),
    // A status that cannot be sent is in the recording as the upstream sent it.
    ...(ownResponse &&
      !response && {
        proxyResponse: {
          status: ownResponse.status,
          statusText: STATUS_CODES[ownResponse.status] ?? '',
          httpVersion: 'HTTP/1.1',
          headers: pairsOf(ownResponse.headers),
          body: bodyOfText(ownResponse.body),
        },
      }),
    ...(failure && { failure }),
    ...(detail !== undefined && { notes: { failure: detail } }),
  });
}

function bodyOf(
  kept: KeptBody | undefined,
  headers: HeaderPairs,
  limits: DecodeOptions,
): { readonly body?: WireBody } {
  if (!kept || kept.bytes === 0) return {};
  const encoding = headerOf(headers, 'content-encoding');
  const start = { bytes: kept.bytes, cut: true };
  // The start of a compressed body cannot be decompressed.
  if (kept.isCut)
    return {
      body: encoding === undefined ? { ...startOfBytes(kept.read()), ...start } : { text: '', ...start },
    };
  const decoded = decodeBody(kept.read(), encoding, limits);
  return { body: typeof decoded === 'string' ? { text: '', ...start } : bodyOfBytes(decoded) };
}
