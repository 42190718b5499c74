/** Where the traffic goes: one host, plain or over TLS, and the connections to it. Knows nothing of what is said there. */
import { Agent as HttpAgent, request as httpRequest, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import * as tls from 'node:tls';

export interface UpstreamOptions {
  /** Scheme, host and port; a path is not looked at: the proxy stands for the host. */
  readonly url: string;
  /** Certificates to trust beside those that Node trusts, in PEM. */
  readonly ca?: string;
  /** Trusts any certificate. */
  readonly insecure?: boolean;
  /** Milliseconds that the upstream may be silent. */
  readonly silence: number;
}

export interface Outgoing {
  readonly method: string;
  /** As it stands in the request line. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** Of an answer's head, in bytes. */
export const LARGEST_HEAD = 65_536;

export class Upstream {
  /** As `Host` says it. */
  readonly host: string;
  /** Scheme, host and port. */
  readonly origin: string;
  readonly #options: object;
  readonly #isSecure: boolean;
  /** For what may be sent twice: when a kept connection turns out to be closed, the request goes out on another. */
  readonly #kept: HttpAgent;
  /** For the rest: a connection of its own each, so that a kept one that has just ended is never taken for a reset. */
  readonly #single: HttpAgent;

  constructor({ url, ca, insecure = false, silence }: UpstreamOptions) {
    const { host, hostname, origin, port, protocol } = new URL(url);
    this.host = host;
    this.origin = origin;
    this.#isSecure = protocol === 'https:';
    const trust = this.#isSecure ? { rejectUnauthorized: !insecure, secureContext: contextOf(ca) } : {};
    const Agent = this.#isSecure ? HttpsAgent : HttpAgent;
    this.#kept = new Agent({ ...trust, keepAlive: true, scheduling: 'lifo' });
    this.#single = new Agent({ ...trust, keepAlive: false });
    this.#options = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (this.#isSecure ? 443 : 80) : Number(port),
      maxHeaderSize: LARGEST_HEAD,
      timeout: silence,
    };
  }

  /** @throws when Node would not put the path or a header on the wire */
  request({ method, path, headers }: Outgoing, mayRepeat: boolean): ClientRequest {
    const options = {
      ...this.#options,
      method,
      path,
      headers,
      agent: mayRepeat ? this.#kept : this.#single,
    };
    return this.#isSecure ? httpsRequest(options) : httpRequest(options);
  }

  /** The path of a request line; `undefined` when the line names another host than this. */
  pathOf(target: string): string | undefined {
    if (target.startsWith('/') || target === '*') return target;
    const named = /^(https?:\/\/[^/?#]*)(.*)$/i.exec(target);
    if (!named || !URL.canParse(named[1] as string)) return undefined;
    if (new URL(named[1] as string).origin !== this.origin) return undefined;
    const path = named[2] as string;
    return path.startsWith('/') ? path : `/${path}`;
  }

  close(): void {
    this.#kept.destroy();
    this.#single.destroy();
  }
}

/** One for all connections: reading the certificates takes longer than a handshake. */
function contextOf(ca: string | undefined): tls.SecureContext {
  // Node 20 cannot tell what this machine trusts; it has a list of its own, and NODE_EXTRA_CA_CERTS.
  const { getCACertificates } = tls as { getCACertificates?: (type: 'default' | 'system') => string[] };
  const machine = getCACertificates && [...getCACertificates('default'), ...getCACertificates('system')];
  if (ca === undefined && !machine) return tls.createSecureContext();
  return tls.createSecureContext({
    ca: [...new Set(machine ?? tls.rootCertificates), ...(ca === undefined ? [] : [ca])],
  });
}
