/** The host that the proxy forwards to, and the connections to it. */
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { HeaderPairs } from '../../journal/exchange.js';
import type { Route } from '../reach/route.js';
import { UpstreamConnections } from './upstream-connections.js';

export interface UpstreamOptions {
  /** Scheme, host and port. A path has no effect: the proxy forwards all paths of the host. */
  readonly url: string;
  /** The way to the host. */
  readonly route: Route;
  /** Headers that a gateway in front of the host needs. They are added to requests that do not have them. */
  readonly headers?: HeaderPairs;
  /** Milliseconds that the upstream can be silent. */
  readonly idleTimeout: number;
}

export interface Outgoing {
  readonly method: string;
  /** The target of the request line, unchanged. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** The limit for the headers of one message. */
export const MAX_HEADER_BYTES = 65_536;

export class Upstream {
  /** The value of `Host`: host name and port. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** The headers for a gateway. Their values are secrets. */
  readonly added: HeaderPairs;
  readonly #route: Route;
  readonly #idleTimeout: number;
  readonly #connections = new WeakMap<Socket, UpstreamConnections>();

  constructor({ url, route, headers = [], idleTimeout }: UpstreamOptions) {
    const { host, origin } = new URL(url);
    this.host = host;
    this.origin = origin;
    this.added = headers;
    this.#route = route;
    this.#idleTimeout = idleTimeout;
  }

  /** The HTTP proxy on the way, without its password. */
  get proxy(): string | undefined {
    return this.#route.proxy;
  }

  /** The connections to the upstream that belong to a connection of a client. */
  connectionsOf(client: Socket): UpstreamConnections {
    const known = this.#connections.get(client);
    if (known) return known;
    const connections = new UpstreamConnections(client, this.#route.newAgent());
    this.#connections.set(client, connections);
    return connections;
  }

  /** @throws if Node refuses to send the path or a header */
  request({ method, path, headers }: Outgoing, { agent }: UpstreamConnections): ClientRequest {
    const outgoing = {
      method,
      path,
      headers: [...headers, ...this.addedTo(headers).flat()],
      maxHeaderSize: MAX_HEADER_BYTES,
      timeout: this.#idleTimeout,
    };
    return this.#route.request(outgoing, agent);
  }

  /** The headers for a gateway that a request does not have itself. */
  addedTo(headers: readonly string[]): HeaderPairs {
    if (this.added.length === 0) return this.added;
    const names = new Set(headers.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
    return this.added.filter(([name]) => !names.has(name.toLowerCase()));
  }

  /** The path in the target of a request line; `undefined` if the target names another host. */
  pathOf(target: string): string | undefined {
    if (target.startsWith('/') || target === '*') return target;
    const named = /^(https?:\/\/[^/?#]*)(.*)$/i.exec(target);
    if (!named || !URL.canParse(named[1] as string)) return undefined;
    if (new URL(named[1] as string).origin !== this.origin) return undefined;
    const path = named[2] as string;
    return path.startsWith('/') ? path : `/${path}`;
  }
}
