/** The host that the proxy forwards to, plain or over TLS, and the connections to it. */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import { UpstreamConnections } from './upstream-connections.js';

export interface UpstreamOptions {
  /** Scheme, host and port. A path has no effect: the proxy forwards all paths of the host. */
  readonly url: string;
  /** Certificates in PEM that are trusted in addition to Node's. */
  readonly ca?: string;
  /** Accepts any certificate. */
  readonly insecure?: boolean;
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
  readonly #options: object;
  readonly #isSecure: boolean;
  readonly #trust: object;
  readonly #connections = new WeakMap<Socket, UpstreamConnections>();

  constructor({ url, ca, insecure = false, idleTimeout }: UpstreamOptions) {
    const { host, hostname, origin, port, protocol } = new URL(url);
    this.host = host;
    this.origin = origin;
    this.#isSecure = protocol === 'https:';
    this.#trust = this.#isSecure ? { rejectUnauthorized: !insecure, secureContext: secureContext(ca) } : {};
    this.#options = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (this.#isSecure ? 443 : 80) : Number(port),
      maxHeaderSize: MAX_HEADER_BYTES,
      timeout: idleTimeout,
    };
  }

  /** The connections to the upstream that belong to a connection of a client. */
  connectionsOf(client: Socket): UpstreamConnections {
    const known = this.#connections.get(client);
    if (known) return known;
    const Agent = this.#isSecure ? HttpsAgent : HttpAgent;
    const agent = new Agent({ ...this.#trust, keepAlive: true, scheduling: 'lifo' });
    const connections = new UpstreamConnections(client, agent);
    this.#connections.set(client, connections);
    return connections;
  }

  /** @throws if Node refuses to send the path or a header */
  request({ method, path, headers }: Outgoing, { agent }: UpstreamConnections): ClientRequest {
    const options = { ...this.#options, method, path, headers, agent };
    return this.#isSecure ? httpsRequest(options) : httpRequest(options);
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

/** The TLS context for all connections. It is created once, because reading the certificates takes longer than a handshake. */
function secureContext(ca: string | undefined): tls.SecureContext {
  // Newer versions of Node can read the certificates that this machine trusts. Node 20 has its own list only.
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default' | 'system') => string[] };
  const machine = getCACertificates && [...getCACertificates('default'), ...getCACertificates('system')];
  if (ca === undefined && !machine) return tls.createSecureContext();
  return tls.createSecureContext({
    ca: [...new Set(machine ?? tls.rootCertificates), ...(ca === undefined ? [] : [ca])],
  });
}
