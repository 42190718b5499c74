/** What went by as an exchange of the journal: bodies unfolded and bounded, keys taken out, the address the upstream's. */
import { bodyOfBytes } from '../../journal/body.js';
import { headerOf, type Exchange, type HeaderPairs, type WireBody } from '../../journal/exchange.js';
import type { BodyTap } from './body-tap.js';
import { decodeBody } from './decode-body.js';
import type { Passed } from './forward.js';
import type { KeyMarks } from './key-marks.js';
import { pairsOf } from './pass-headers.js';

/** @param origin scheme, host and port of the upstream */
export function toExchange(passed: Passed, origin: string, marks: KeyMarks): Exchange {
  const { sequence, startedAt, endedAt, method, path, failure, answer } = passed;
  const requestHeaders = pairsOf(passed.headers);
  const redact = marks.redactor(requestHeaders);
  const sent = bodyOf(passed.body, requestHeaders);
  const responseHeaders = answer && pairsOf(answer.headers);
  const received = answer && responseHeaders && bodyOf(answer.body, responseHeaders);
  return {
    sequence,
    startedAt,
    endedAt,
    request: {
      method,
      url: redact.url(origin + path),
      headers: redact.headers(requestHeaders),
      ...(sent && { body: redact.body(sent) }),
    },
    ...(answer &&
      responseHeaders && {
        response: {
          status: answer.status,
          headers: redact.headers(responseHeaders),
          ...(received && { body: redact.body(received) }),
        },
      }),
    ...(failure && { failure }),
  };
}

function bodyOf(tap: BodyTap | undefined, headers: HeaderPairs): WireBody | undefined {
  if (!tap || tap.bytes === 0) return undefined;
  const encoding = headerOf(headers, 'content-encoding');
  if (!tap.isCut) {
    const decoded = decodeBody(tap.read(), encoding);
    if (decoded !== 'too large') return bodyOfBytes(decoded);
    return { text: '', bytes: tap.bytes, cut: true };
  }
  // The beginning of compressed bytes is no evidence of anything.
  if (encoding !== undefined) return { text: '', bytes: tap.bytes, cut: true };
  const { text } = bodyOfBytes(tap.read());
  return { text: text.slice(0, 65_536), bytes: tap.bytes, cut: true };
}
