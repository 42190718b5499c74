/**
 * Recognizes servers and requests that other machines can reach, also through a reverse proxy on this machine, and decides
 * what differs for such a request. This happens once, before the service gets the request.
 */
import type { Outside } from '../service/api.js';
import { sentKey } from '../service/keys.js';

/** What is read of a request of `node:http`. Browsers load this file, so it imports nothing of Node. */
interface NodeRequest {
  readonly method?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly localAddress?: string | undefined };
}

/** The rules of a server for requests of other machines. A stand-in in process has none: only its own process sends requests. */
export interface Exposure {
  /** Why such a request cannot use this key; undefined if it can. */
  refusesKey(key: string): string | undefined;
  /** The name in a new id; undefined to draw it from the seed. */
  newName(): string | undefined;
  /** The address of a deck for somebody who controls the stand-in. */
  signDeck(url: string): string;
  /** Whether the address of a deck has a valid signature. @param url with or without an origin */
  isSigned(url: string): boolean;
}

/** Decides about a request that other machines can send. Without rules, such a request can do everything. */
export function decideOutside(
  { method, headers }: Pick<NodeRequest, 'method' | 'headers'>,
  exposure: Exposure | undefined,
): Outside {
  const key = exposure && sentKey({ header: (name) => headerOf({ headers }, name) });
  return {
    keyRefusal: key === undefined ? undefined : exposure?.refusesKey(key),
    newName: method === 'POST' ? exposure?.newName() : undefined,
  };
}

/** A header. `name` is in lower case. */
export function headerOf({ headers }: Pick<NodeRequest, 'headers'>, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value[0] : value;
}

/**
 * Whether another machine can have sent the request. A connection over the network has an address that is not local, on
 * any address that the server listens on.
 */
export function isFromOutside({ socket, headers }: Pick<NodeRequest, 'socket' | 'headers'>): boolean {
  return !isLocalAddress(socket.localAddress ?? 'localhost') || isForwarded((name) => headers[name]);
}

/** Whether other machines can connect to a server, also through a proxy that gives it a public address. */
export function isReachable(host: string, publicUrl: unknown): boolean {
  const known = typeof publicUrl === 'string' ? [new URL(publicUrl).hostname.replaceAll(/[[\]]/g, '')] : [];
  return ![host, ...known].every(isLocalAddress);
}

/** Whether only this machine can connect to an address. @param address from an option or from a connection */
export function isLocalAddress(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(?:::ffff:)?127\./.test(address);
}

/** Headers that reverse proxies add. Behind a proxy on this machine, every client seems to be local. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
];

/** Whether a reverse proxy forwarded the request. @param header a header, by its name in lower case */
export function isForwarded(header: (name: string) => unknown): boolean {
  return PROXY_HEADERS.some((name) => header(name) !== undefined);
}
