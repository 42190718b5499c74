/** Turns an error of Node's HTTP client into the failure of the exchange and the reaction of the proxy. */
import type { WireFailure } from '../../journal/exchange.js';
import { whyUnreachable } from '../reach/connection-failure.js';
import type { ProxyReason } from './proxy-response.js';

export interface UpstreamFailure {
  readonly failure: WireFailure;
  /** Why the proxy sends its own response. If undefined, it closes or resets the client's connection instead. */
  readonly reason: ProxyReason | undefined;
  /** Continues a sentence that starts with the upstream, such as `https://api.example: it refuses connections`. */
  readonly detail: string;
  /** Whether the connection was reset; otherwise it was closed. */
  readonly isReset?: boolean;
}

/**
 * @param isConnected whether there was a connection, so that the upstream can have received the request
 * @param proxy the HTTP proxy on the way to the upstream
 */
export function upstreamFailure(
  error: NodeJS.ErrnoException,
  isConnected: boolean,
  proxy?: string,
): UpstreamFailure {
  const { code = '', message } = error;
  if (code.startsWith('HPE_')) return { failure: 'protocol', reason: 'not-http', detail: message };
  if (isConnected && !isTlsRefusal(error)) {
    // Node's name for a connection that was closed in good order, without a response.
    const isReset = message !== 'socket hang up';
    const detail = isReset ? 'it reset the connection' : 'it closed the connection without a response';
    return { failure: 'reset', reason: undefined, detail, isReset };
  }
  return { failure: 'unreachable', reason: 'unreachable', detail: whyUnreachable(error, proxy) };
}

/** With TLS 1.3, the upstream refuses the certificate of the client after the connection is open. */
const isTlsRefusal = ({ code = '' }: NodeJS.ErrnoException): boolean => code.startsWith('ERR_SSL_');
