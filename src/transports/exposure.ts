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

/** The rules of a server for requests of other machines. A mock server in process has none: only its own process sends requests. */
export interface Exposure {
  /** Why such a request cannot use this key; undefined if it can. */
  refusesKey(key: string): string | undefined;
  /** The name in a new id; undefined to draw it from the seed. */
  newName(): string | undefined;
  /** The address of a deck for somebody who controls the mock server. */
  signDeck(url: string): string;
  /** Whether the address of a deck has a valid signature. @param url with or without an origin */
  isSigned(url: string): boolean;
}

/**
 * Decides about a request that other machines can send. Without rules, such a request can do everything.
 * @param isExposed whether the server listens for other machines: the headers of a local proxy then prove nothing
 */
export function decideOutside(
  { method, headers, socket }: NodeRequest,
  exposure: Exposure | undefined,
  isExposed: boolean,
): Outside {
  const isTrusted =
    !isExposed && isLocalAddress(socket.localAddress ?? 'localhost') && isFromLocalProxy(headers);
  const key = isTrusted ? undefined : exposure && sentKey({ header: (name) => headerOf({ headers }, name) });
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
  return !isLocalAddress(socket.localAddress ?? 'localhost') || isForwarded(headers);
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

type Headers = Readonly<Record<string, unknown>>;

/** The headers that reverse proxies and CDNs add. Behind a proxy on this machine, every client seems to be local. */
const PROXY_HEADER =
  /^(?:forwarded|via|x-forwarded.*|x-original-.*|x-real-ip|x-envoy-.*|.*-connecting-ip|.*-client-ip)$/;

/** Whether a reverse proxy forwarded the request. @param headers by their names in lower case */
export function isForwarded(headers: Headers): boolean {
  for (const name in headers) if (PROXY_HEADER.test(name)) return true;
  return false;
}

/** What the proxy of a development server on this machine adds to a request of this machine, such as Vite's or Next.js's. */
const LOCAL_PROXY: Readonly<Record<string, RegExp>> = {
  'x-forwarded-for': /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/,
  'x-forwarded-host': /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i,
  'x-forwarded-port': /^\d{1,5}$/,
  'x-forwarded-proto': /^https?$/,
};

/** Whether a development server on this machine forwarded the request for a client on this machine. All four headers say so. */
function isFromLocalProxy(headers: Headers): boolean {
  const areLocal = Object.entries(LOCAL_PROXY).every(([name, local]) => {
    const value = headers[name];
    return typeof value === 'string' && value.split(',').every((part) => local.test(part.trim()));
  });
  return areLocal && Object.keys(headers).every((name) => name in LOCAL_PROXY || !PROXY_HEADER.test(name));
}
