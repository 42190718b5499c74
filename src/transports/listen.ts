/** Starts to listen, and converts errors to user errors that name the options. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { UserError } from '../base/user-error.js';
import { findDeckhand } from './find-deckhand.js';

/**
 * @returns scheme, host and port for clients on this machine, such as `http://127.0.0.1:4010`
 * @throws UserError when the address is in use or not available
 */
export function listen(server: Server, host: string, port: number, scheme = 'http'): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const isInUse = cause.code === 'EADDRINUSE';
      const occupant = isInUse ? findDeckhand(localAddress(host), port) : Promise.resolve(undefined);
      void occupant.then((name) => reject(toListenError(cause, host, port, name)));
    });
    server.listen(port, host, () =>
      resolve(`${scheme}://${urlHost(localAddress(host))}:${(server.address() as AddressInfo).port}`),
    );
  });
}

/** Whether a server listens on every interface. */
export const isWildcardAddress = (host: string): boolean => /^(?:0\.0\.0\.0|[0:]+)$/.test(host);

/** The address that clients on this machine use: a wildcard address is not one. */
function localAddress(host: string): string {
  if (!isWildcardAddress(host)) return host;
  return host.includes(':') ? '::1' : '127.0.0.1';
}

/** The addresses of this machine in its networks, for a server that listens on every interface. */
export function networkUrls(url: string): string[] {
  const { protocol, port } = new URL(url);
  return Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => `${protocol}//${address}:${port}`);
}

const urlHost = (host: string): string => (host.includes(':') ? `[${host}]` : host);

/**
 * Converts an error that the user can correct to a `UserError`. Other errors are returned unchanged.
 * @param occupant what listens on a port in use, if it is known
 */
export function toListenError(
  cause: NodeJS.ErrnoException,
  host: string,
  port: number,
  occupant?: string,
  platform = process.platform,
): Error {
  if (cause.code === 'EADDRINUSE') {
    const by = occupant === undefined ? '' : `: ${occupant} runs there`;
    return new UserError('address-in-use', `Port ${port} on ${host} is in use${by}.`, {
      hint: `${occupant === undefined ? 'Choose' : 'Use it, or choose'} another with --port.`,
      cause,
    });
  }
  if (cause.code === 'EACCES') {
    return new UserError('address-not-available', `Permission denied for port ${port}.`, {
      hint:
        platform === 'win32'
          ? 'Windows reserves ranges of ports; `netsh int ipv4 show excludedportrange tcp` lists them. Choose another with --port.'
          : 'Choose one above 1023 with --port.',
      cause,
    });
  }
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN') {
    return new UserError('address-not-available', `${host} is not an address of this machine.`, {
      hint: 'Choose another with --host (or HOST in the environment).',
      cause,
    });
  }
  return cause;
}
