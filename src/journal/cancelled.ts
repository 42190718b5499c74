/** Tells client cancellation from a server that never responded. */
import type { Exchange } from './exchange.js';

/** Milliseconds. A client that gives up later has waited for a response; before that, it did not want one any more. */
const MIN_STALL_MS = 1000;

/**
 * Whether the client left before a response could be expected: a second render, a navigation, a query library. Such a request says
 * nothing about the service.
 */
export function isClientCancelled(exchange: Exchange): boolean {
  const { startedAt, endedAt, response, proxyResponse, failure } = exchange;
  return !response && !proxyResponse && failure === 'aborted' && endedAt - startedAt < MIN_STALL_MS;
}
