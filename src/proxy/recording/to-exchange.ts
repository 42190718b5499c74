/** Converts a forwarded exchange for the journal: bodies are decompressed and truncated, and keys are redacted. */
import { STATUS_CODES } from 'node:http';
import { bodyFromBytes, bodyFromPrefix, bodyFromText } from '../../journal/body.js';
import { getContentEncoding } from '../../journal/content-encoding.js';
import { toHeaderPairs, type Exchange, type HeaderPairs, type WireBody } from '../../journal/exchange.js';
import { redactGatewayHeaders } from '../../journal/redact/gateway-headers.js';
import type { Redactor } from '../../journal/redact/redactor.js';
import type { BodyPrefix } from '../body-prefix.js';
import { decodeBody, type DecodeOptions } from '../../files/decode-body.js';
import type { ForwardedExchange } from '../forward.js';
import { unzstd } from '../unzstd.js';

export interface ExchangeContext {
  readonly sequence: number;
  readonly method: string;
  /** The URL at the upstream. */
  readonly url: string;
  /** Collects the keys of each request. */
  readonly redactor: Redactor;
  /** The headers that the proxy added for a gateway. */
  readonly added: HeaderPairs;
  /** The maximum size of each body. */
  readonly maxBodyBytes: number;
}

export function toExchange(
  { startedAt, endedAt, sentHeaders, sentBody, response, proxyResponse, failure, detail }: ForwardedExchange,
  { sequence, method, url, redactor, added, maxBodyBytes }: ExchangeContext,
): Exchange {
  const limits = { maxBytes: maxBodyBytes, isComplete: failure === undefined, unzstd };
  const headers = toHeaderPairs(sentHeaders);
  return redactor.redactExchange({
    sequence,
    startedAt,
    ...(response && { firstByteAt: response.startedAt }),
    endedAt,
    request: {
      method,
      url,
      headers: [...headers, ...redactGatewayHeaders(added)],
      ...toWireBody(sentBody, headers, limits),
    },
    ...(response && {
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: response.httpVersion,
        headers: toHeaderPairs(response.headers),
        ...toWireBody(response.body, toHeaderPairs(response.headers), limits),
      },
    }),
    // A status that cannot be sent is in the recording as the upstream sent it.
    ...(proxyResponse &&
      !response && {
        proxyResponse: {
          status: proxyResponse.status,
          statusText: STATUS_CODES[proxyResponse.status] ?? '',
          httpVersion: 'HTTP/1.1',
          headers: toHeaderPairs(proxyResponse.headers),
          body: bodyFromText(proxyResponse.body),
        },
      }),
    ...(failure && { failure }),
    ...(detail !== undefined && { metadata: { failure: detail } }),
  });
}

function toWireBody(
  prefix: BodyPrefix | undefined,
  headers: HeaderPairs,
  limits: DecodeOptions,
): { readonly body?: WireBody } {
  if (!prefix || prefix.totalBytes === 0) return {};
  const encoding = getContentEncoding(headers);
  const truncation = { bytes: prefix.totalBytes, truncated: true };
  // The prefix of a compressed body cannot be decompressed.
  if (prefix.isTruncated)
    return {
      body:
        encoding === undefined
          ? { ...bodyFromPrefix(prefix.bytes()), ...truncation }
          : { text: '', ...truncation },
    };
  const decoded = decodeBody(prefix.bytes(), encoding, limits);
  return { body: typeof decoded === 'string' ? { text: '', ...truncation } : bodyFromBytes(decoded) };
}
