/** Adds `comment` and `_error` to a HAR entry, so that other tools show failures and truncated bodies. */
import type { Exchange, WireFailure } from '../../journal/exchange.js';
import type { HarEntry } from '../../journal/har.js';

/** Chromium's names: its developer tools mark a response with one of them as failed. */
const CHROMIUM_ERRORS: Readonly<Record<WireFailure, string>> = {
  reset: 'net::ERR_CONNECTION_RESET',
  timeout: 'net::ERR_TIMED_OUT',
  aborted: 'net::ERR_ABORTED',
  truncated: 'net::ERR_CONTENT_LENGTH_MISMATCH',
  unreachable: 'net::ERR_ADDRESS_UNREACHABLE',
  protocol: 'net::ERR_INVALID_HTTP_RESPONSE',
  gateway: 'net::ERR_TUNNEL_CONNECTION_FAILED',
};

export function addHarComment(entry: HarEntry, exchange: Exchange): HarEntry {
  const { failure } = exchange;
  const comment = formatComment(exchange);
  if (comment === '') return entry;
  const response = failure ? { ...entry.response, _error: CHROMIUM_ERRORS[failure] } : entry.response;
  return { ...entry, response, comment };
}

function formatComment({ request, response, proxyResponse, failure, metadata }: Exchange): string {
  const bodies = [
    ['request', request.body],
    ['response', response?.body],
  ] as const;
  return [
    ...(failure ? [`failure: ${metadata?.failure ?? failure}`] : []),
    ...(proxyResponse ? ['the response is from the recording proxy'] : []),
    ...bodies.flatMap(([name, body]) =>
      body?.truncated ? [`the ${name} body is truncated: it has ${body.bytes} bytes`] : [],
    ),
  ].join('; ');
}
