/** Recognises responses of Deckhand's recording proxy, also in recordings of other tools: of a browser that used the proxy. */
import { headerOf, type HeaderPairs, type WireFailure } from './exchange.js';

/** Every response that the proxy itself sends has this header. Its value is the reason. */
export const PROXY_HEADER = 'X-Deckhand-Proxy';

const FAILURES: Readonly<Record<string, WireFailure>> = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  'not-http': 'protocol',
};

/** Why there is no response of the service; `undefined` for responses that are not those of the proxy. */
export function failureBehindProxy(headers: HeaderPairs): WireFailure | undefined {
  const reason = headerOf(headers, PROXY_HEADER);
  if (reason === undefined) return undefined;
  return Object.hasOwn(FAILURES, reason) ? FAILURES[reason] : 'gateway';
}
