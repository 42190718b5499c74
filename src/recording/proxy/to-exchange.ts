/** Converts a captured exchange for the journal: bodies are decompressed and cut, keys removed, URLs are the upstream's. */
import { bodyOfBytes, startOfBytes } from '../../journal/body.js';
import { markedHeaders } from '../../journal/gateway-headers.js';
import { headerOf, type Exchange, type HeaderPairs, type WireBody } from '../../journal/exchange.js';
import type { BodyCapture } from './body-capture.js';
import { decodeBody } from './decode-body.js';
import type { CapturedExchange } from './forwarded-request.js';
import type { KeyMarks } from './key-marks.js';
import { pairsOf } from './forwarded-headers.js';

/**
 * @param origin scheme, host and port of the upstream
 * @param added the headers that the proxy added for a gateway
 */
export function toExchange(
  captured: CapturedExchange,
  origin: string,
  marks: KeyMarks,
  added: HeaderPairs = [],
): Exchange {
  const { sequence, startedAt, endedAt, method, path, failure, response } = captured;
  const { isRenewed, detail } = captured;
  const requestHeaders = pairsOf(captured.headers);
  const redact = marks.redactor(requestHeaders);
  const sent = bodyOf(captured.body, requestHeaders);
  const responseHeaders = response && pairsOf(response.headers);
  const received = response && responseHeaders && bodyOf(response.body, responseHeaders);
  return {
    sequence,
    startedAt,
    endedAt,
    request: {
      method,
      url: redact.url(origin + path),
      headers: [...redact.headers(requestHeaders), ...markedHeaders(added)],
      ...(sent && { body: redact.body(sent) }),
    },
    ...(response &&
      responseHeaders && {
        response: {
          status: response.status,
          headers: redact.headers(responseHeaders),
          ...(received && { body: redact.body(received) }),
        },
      }),
    ...(failure && { failure }),
    ...(isRenewed && { renewed: true }),
    ...(detail !== undefined && { notes: { failure: detail } }),
  };
}

function bodyOf(capture: BodyCapture | undefined, headers: HeaderPairs): WireBody | undefined {
  if (!capture || capture.bytes === 0) return undefined;
  const encoding = headerOf(headers, 'content-encoding');
  if (!capture.isCut) {
    const decoded = decodeBody(capture.read(), encoding);
    if (typeof decoded !== 'string') return bodyOfBytes(decoded);
    return { text: '', bytes: capture.bytes, cut: true };
  }
  // The start of a compressed body cannot be decompressed.
  if (encoding !== undefined) return { text: '', bytes: capture.bytes, cut: true };
  return { ...startOfBytes(capture.read()), bytes: capture.bytes, cut: true };
}
