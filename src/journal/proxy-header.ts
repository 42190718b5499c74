/** Recognizes responses of Deckhand's recording proxy, also in recordings of other tools, such as a browser behind the proxy. */
import { getHeader, type HeaderPairs, type WireFailure } from './exchange.js';

/** Every response that the proxy itself sends has this header. Its value is the reason. */
export const PROXY_HEADER = 'X-Deckhand-Proxy';

const FAILURE_BY_REASON: Readonly<Record<string, WireFailure>> = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  'not-http': 'protocol',
};

/** Why the service did not respond; `undefined` for responses that do not come from the proxy. */
export function failureFromProxyHeader(headers: HeaderPairs): WireFailure | undefined {
  const reason = getHeader(headers, PROXY_HEADER);
  if (reason === undefined) return undefined;
  return Object.hasOwn(FAILURE_BY_REASON, reason) ? FAILURE_BY_REASON[reason] : 'gateway';
}
