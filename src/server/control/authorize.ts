/**
 * Authorizes requests to the control API: those of tools on this machine, of the mock server's own pages, and those with the control
 * token. Pages of another origin are rejected, also those whose host name resolves to this machine (DNS rebinding).
 */
import type { IncomingMessage } from 'node:http';
import { hashKey } from '../../service/keys.js';
import { isLoopback } from '../../base/loopback.js';

export interface ControlRejection {
  readonly code: 'token_required' | 'origin_not_allowed' | 'host_not_allowed';
  readonly detail: string;
}

/**
 * Why a request is rejected; `undefined` when it is accepted.
 * @param token required in every request, if there is one
 */
export function authorizeControlRequest(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | undefined,
): ControlRejection | undefined {
  if (token !== undefined && !matchesToken(headers.authorization, token))
    return { code: 'token_required', detail: 'Send the token as "Authorization: Bearer <token>".' };
  if (token === undefined && !isLoopbackSocket(socket)) {
    const detail =
      'Without a control token, only this machine can control the server. Start it with --control-token.';
    return { code: 'token_required', detail };
  }
  const host = headers.host ?? '';
  if (!isSameOrigin(headers.origin, host) || !isSameSite(headers['sec-fetch-site']))
    return { code: 'origin_not_allowed', detail: 'This origin cannot use the control API.' };
  // A page of an attacker does not know the token.
  if (token !== undefined || isLoopback(host.replace(/:\d{1,5}$/, ''))) return undefined;
  return {
    code: 'host_not_allowed',
    detail: `The host "${host.slice(0, 100)}" cannot use the control API without a control token.`,
  };
}

/**
 * Why a request for a page or a file is rejected; `undefined` when it is accepted. With a token, everybody gets the pages: they contain
 * no data, and the panel asks for the token.
 */
export function authorizePageRequest(
  { headers: { host }, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  token: string | undefined,
): ControlRejection | undefined {
  return token === undefined ? authorizeControlRequest({ headers: { host }, socket }, token) : undefined;
}

/** Whether a connection comes from this machine. Headers prove nothing, because every client can send them. A pipe has no address. */
export function isLoopbackSocket({
  localAddress,
  destroyed,
}: Pick<IncomingMessage['socket'], 'localAddress' | 'destroyed'>): boolean {
  // A closed connection no longer has an address, so it proves nothing.
  return localAddress === undefined ? !destroyed : isLoopback(localAddress);
}

function matchesToken(authorization: string | undefined, token: string): boolean {
  const value = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  // Compares hashes of equal length, so that the duration reveals nothing about the token.
  return value !== undefined && hashKey(value) === hashKey(token);
}

/** Tools send no origin. A page sends its own origin. */
function isSameOrigin(origin: string | undefined, host: string): boolean {
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
}

function isSameSite(site: string | undefined): boolean {
  return site === undefined || site === 'same-origin' || site === 'none';
}
