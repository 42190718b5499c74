/** Says in a HAR entry what HAR has no field for, so that people and other tools see it: a failure, and bodies that were cut. */
import type { Exchange, WireFailure } from '../../journal/exchange.js';
import type { HarEntry } from '../../journal/har.js';

export function withComment(entry: HarEntry, exchange: Exchange): HarEntry {
  const { failure } = exchange;
  const comment = commentOf(exchange);
  if (comment === '') return entry;
  const response = failure ? { ...entry.response, _error: ERRORS[failure] } : entry.response;
  return { ...entry, response, comment };
}

/** Chromium's names. Its developer tools show a response with one of them as failed. */
const ERRORS: Readonly<Record<WireFailure, string>> = {
  reset: 'net::ERR_CONNECTION_RESET',
  timeout: 'net::ERR_TIMED_OUT',
  aborted: 'net::ERR_ABORTED',
  truncated: 'net::ERR_CONTENT_LENGTH_MISMATCH',
  unreachable: 'net::ERR_ADDRESS_UNREACHABLE',
  protocol: 'net::ERR_INVALID_HTTP_RESPONSE',
  gateway: 'net::ERR_TUNNEL_CONNECTION_FAILED',
};

function commentOf({ request, response, proxyResponse, failure, notes }: Exchange): string {
  const bodies = [
    ['request', request.body],
    ['response', response?.body],
  ] as const;
  return [
    ...(failure ? [`failure: ${notes?.failure ?? failure}`] : []),
    ...(proxyResponse ? ['the response is that of the recording proxy'] : []),
    ...bodies.flatMap(([name, body]) =>
      body?.cut ? [`the ${name} body was cut: it has ${body.bytes} bytes`] : [],
    ),
  ].join('; ');
}
