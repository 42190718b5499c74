/** Recognizes servers and requests that other machines can reach, also through a reverse proxy on this machine. */
import type { IncomingMessage } from 'node:http';
import { isForwarded } from '../base/forwarded.js';
import { isLocalAddress } from './local-address.js';

/**
 * Whether another machine can have sent the request. A connection over the network has an address that is not local, on
 * any address that the server listens on.
 */
export function isFromOutside({ socket, headers }: IncomingMessage): boolean {
  return !isLocalAddress(socket.localAddress ?? 'localhost') || isForwarded((name) => headers[name]);
}

/** Whether other machines can connect to a server, also through a proxy that gives it a public address. */
export function isReachable(host: string, publicUrl: unknown): boolean {
  const known = typeof publicUrl === 'string' ? [new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')] : [];
  return ![host, ...known].every(isLocalAddress);
}
