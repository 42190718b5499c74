/** Turns an error of Node's HTTP client into the failure of the exchange and the reaction of the proxy. */
import type { WireFailure } from '../../journal/exchange.js';
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

const DETAILS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ENOTFOUND: 'its host name does not exist',
  EAI_AGAIN: 'its host name cannot be resolved at the moment',
  EHOSTUNREACH: 'there is no network route to it',
  ENETUNREACH: 'there is no network route to it',
  ETIMEDOUT: 'it does not accept connections',
  EPROTO: 'its port does not speak TLS',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host name. --insecure accepts any certificate',
};

/** OpenSSL's error codes for a certificate without a trusted issuer. */
const UNTRUSTED = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/;

/** @param isConnected whether there was a connection, so that the upstream can have received the request */
export function upstreamFailure(error: NodeJS.ErrnoException, isConnected: boolean): UpstreamFailure {
  const { code = '', message } = error;
  if (code.startsWith('HPE_')) return { failure: 'protocol', reason: 'not-http', detail: message };
  if (isConnected) {
    // Node's name for a connection that was closed in good order, without a response.
    const isReset = message !== 'socket hang up';
    const detail = isReset ? 'it reset the connection' : 'it closed the connection without a response';
    return { failure: 'reset', reason: undefined, detail, isReset };
  }
  const detail = UNTRUSTED.test(code)
    ? `its certificate is not trusted: ${message}. Name the file of its issuer with --ca FILE`
    : (DETAILS[code] ?? message);
  return { failure: 'unreachable', reason: 'unreachable', detail };
}
