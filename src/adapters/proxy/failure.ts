/** What an error of Node's client says about the upstream, and what is to be done about it. */
import type { WireFailure } from '../../journal/exchange.js';
import type { OwnReason } from './own-answer.js';

export interface Trouble {
  readonly failure: WireFailure;
  /** Why the proxy answers itself; without one the client's connection breaks as the upstream's did. */
  readonly reason: OwnReason | undefined;
  /** In a few words, for whoever reads the proxy's answer. */
  readonly detail: string;
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  EHOSTUNREACH: 'there is no way to it from here',
  ENETUNREACH: 'there is no way to it from here',
  ETIMEDOUT: 'it does not take connections',
  EPROTO: 'it does not speak TLS there',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name (--insecure trusts any)',
};

/** OpenSSL's words for a certificate that nobody vouches for. */
const UNTRUSTED = /^(?:DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|CERT_)/;

/** @param isConnected whether there was a connection, so that the upstream may have had the request */
export function failureOf(error: NodeJS.ErrnoException, isConnected: boolean): Trouble {
  const { code = '', message } = error;
  if (code.startsWith('HPE_')) return { failure: 'protocol', reason: 'not-http', detail: message };
  if (isConnected) return { failure: 'reset', reason: undefined, detail: message };
  const detail = UNTRUSTED.test(code)
    ? `its certificate is not trusted: ${message} (--ca FILE names who signed it)`
    : (WORDS[code] ?? message);
  return { failure: 'unreachable', reason: 'unreachable', detail };
}
