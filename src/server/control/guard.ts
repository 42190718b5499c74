/**
 * Decides who can control the mock server: tools on this machine, and the mock server's own pages. Pages of another origin are
 * refused, and so are pages that point their host name to this machine (DNS rebinding). It does not look at the verb.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { hashKey } from '../../service/keys.js';
import { isForwarded } from '../../transports/exposure.js';

export interface ControlPolicy {
  /** Accepts every request, with any host name and from any page. */
  readonly open?: boolean;
  /** Required in every request. */
  readonly token?: string;
  /** Whether other machines can connect, also through a proxy. Host names and origins then prove nothing. */
  readonly exposed?: boolean;
}

export interface ForeignRequest {
  readonly code: 'token_required' | 'foreign_origin' | 'foreign_host';
  readonly detail: string;
}

const LOCAL_HOST = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/** Why a request is refused; `undefined` when it is accepted. */
export function foreignRequest(
  policy: ControlPolicy,
  headers: IncomingHttpHeaders,
): ForeignRequest | undefined {
  const { open = false, token } = policy;
  const exposed = policy.exposed || isForwarded(headers);
  if (token !== undefined && !isToken(headers.authorization, token))
    return { code: 'token_required', detail: 'Send the token as "Authorization: Bearer <token>".' };
  if (open) return undefined;
  if (token === undefined && exposed) {
    const detail =
      'Other machines can reach this server, or a proxy forwards to it: it needs a control token, or to be opened on purpose.';
    return { code: 'token_required', detail };
  }
  const host = headers.host ?? '';
  if (!isSameOrigin(headers.origin, host) || !isSameSite(headers['sec-fetch-site']))
    return { code: 'foreign_origin', detail: 'A page of another origin cannot drive the mock server.' };
  // A page of an attacker does not know the token.
  if (token !== undefined || LOCAL_HOST.test(host)) return undefined;
  return {
    code: 'foreign_host',
    detail: `The control API accepts local names, not "${host.slice(0, 100)}".`,
  };
}

function isToken(authorization: string | undefined, token: string): boolean {
  const sent = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  // Compares hashes of equal length, so that the duration reveals nothing about the token.
  return sent !== undefined && hashKey(sent) === hashKey(token);
}

/** Tools send no origin. A page sends its own origin. */
function isSameOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
}

function isSameSite(site: string | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}
