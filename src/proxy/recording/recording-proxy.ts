/** The recording proxy: forwards the traffic of one host unchanged, and reports every exchange. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import type { Exchange, HeaderPairs } from '../../journal/exchange.js';
import { PROXY_HEADER } from '../../journal/proxy-header.js';
import { gatewaySecrets } from '../../journal/redact/gateway-headers.js';
import { Redactor } from '../../journal/redact/redactor.js';
import { createShutdown } from '../../transports/graceful-shutdown.js';
import { isAllowedHost } from '../../transports/allowed-hosts.js';
import { rejectInvalidRequests } from '../../transports/invalid-requests.js';
import { listen } from '../../transports/listen.js';
import { sha256Hex } from '../../transports/sha256.js';
import { Forward, sendProxyResponse, type ForwardFailure, type ProxyResponse } from '../forward.js';
import { upstreamRequestHeaders } from '../hop-by-hop-headers.js';
import { MAX_HEADER_BYTES, type ConnectionRoute } from '../connection/route.js';
import { Upstream } from '../upstream.js';
import { findCrossOriginPage } from './cross-origin-page.js';
import { toExchange } from './to-exchange.js';

export interface RecordingProxyOptions {
  /** Scheme, host and port of the upstream. A path has no effect: the proxy forwards all paths of the host. */
  readonly url: string;
  /** The connection to the upstream. */
  readonly route: ConnectionRoute;
  /** Headers that a gateway in front of the upstream requires. They are added to requests without them. */
  readonly headers?: HeaderPairs;
  /** The maximum time without data from the upstream, in ms. */
  readonly idleTimeout: number;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The maximum size of each recorded body, also after decompression. Default: `DEFAULT_MAX_BODY_BYTES`. */
  readonly maxBodyBytes?: number;
  /** Forwards only GET, HEAD and OPTIONS. */
  readonly readOnly?: boolean;
  /** Host names, in lower case, that are accepted in addition to those of this machine and of the upstream. */
  readonly allowHosts?: readonly string[];
  /** Origins of pages that can use the proxy, in addition to those of this machine. */
  readonly allowOrigins?: readonly string[];
  /** Called at the end of every exchange with the upstream. Keys are redacted. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called for every response that the proxy itself sends. */
  readonly onProxyResponse?: (reason: ProxyResponseReason, detail: string) => void;
  /** Called once, when a client uses `https` for this proxy. */
  readonly onWrongScheme?: (message: string) => void;
  readonly onBug?: (error: unknown) => void;
}

export interface RecordingProxy {
  /** Scheme, host and port, such as `http://127.0.0.1:4020`. */
  readonly url: string;
  /** Stops accepting connections, lets running requests finish within a grace period, and reports all exchanges. */
  close(): Promise<void>;
}

export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

/** The limits of the proxy. Times are in milliseconds. */
const SERVER_LIMITS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  requireHostHeader: false,
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
};

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The responses of the proxy itself. A header distinguishes them from those of the service. */
const PROXY_RESPONSES = {
  unreachable: [502, 'Cannot connect to the upstream'],
  timeout: [504, 'The upstream did not respond in time'],
  'not-http': [502, 'The upstream sent a response that is not HTTP'],
  'read-only': [403, 'This proxy is read-only'],
  upgrade: [501, 'This proxy forwards HTTP only'],
  'other-host': [421, 'Host not allowed'],
  'other-origin': [403, 'Page not allowed'],
  'bad-request': [400, 'The request cannot be forwarded'],
} as const;

export type ProxyResponseReason = keyof typeof PROXY_RESPONSES;

/** @throws UserError if the address is in use or not available */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const server = createServer(SERVER_LIMITS);
  const stop = createShutdown(server);
  const recorder = new RecordingHandler(options);
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void recorder.forward(request, response);
  // Without listeners Node would respond to expectations itself: with 100 before the upstream does, or with 417.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) server.on(event, listener);
  rejectInvalidRequests(server, options.onWrongScheme, [PROXY_HEADER, 'bad-request']);
  server.on('connect', (_, socket: Socket) => rejectConnect(socket));
  const url = await listen(server, options.host, options.port);
  return {
    url,
    async close() {
      await stop();
      recorder.close();
    },
  };
}

class RecordingHandler {
  readonly #options: RecordingProxyOptions;
  readonly #upstream: Upstream;
  /** Scheme, host and port of the upstream. */
  readonly #origin: string;
  readonly #extraHeaders: HeaderPairs;
  readonly #redactor: Redactor;
  readonly #hosts: readonly string[];
  #sequence = 0;

  constructor(options: RecordingProxyOptions) {
    const { url, route, headers = [], idleTimeout, host, allowHosts = [] } = options;
    const { origin, hostname } = new URL(url);
    this.#options = options;
    this.#upstream = new Upstream(route, idleTimeout);
    this.#origin = origin;
    this.#extraHeaders = headers;
    this.#hosts = [host.toLowerCase(), hostname, ...allowHosts];
    // Without a salt, a key could be guessed from its redaction mark.
    const salt = randomUUID();
    this.#redactor = new Redactor(gatewaySecrets(headers, origin), (key) => sha256Hex(`${salt} ${key}`));
  }

  forward(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', rawHeaders, headers } = request;
    const rejection = this.#rejectionFor(request);
    if (rejection) return sendProxyResponse(response, rejection);
    const path = this.#requestPath(url);
    if (path === undefined)
      return sendProxyResponse(
        response,
        this.#proxyResponse('other-host', `This proxy forwards only to ${this.#origin}.`),
      );
    this.#sequence += 1;
    const sequence = this.#sequence;
    const forwarded = upstreamRequestHeaders(rawHeaders, headers.connection, new URL(this.#origin).host);
    const names = new Set(forwarded.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
    const added = this.#extraHeaders.filter(([name]) => !names.has(name.toLowerCase()));
    const { maxBodyBytes = DEFAULT_MAX_BODY_BYTES, onExchange, onBug } = this.#options;
    new Forward(request, response, {
      target: this.#upstream,
      path,
      headers: forwarded,
      extraHeaders: added.flat(),
      maxKeptBytes: maxBodyBytes,
      onFailure: (failure) => this.#failureResponse(failure),
      onUnsendable: (detail) => this.#proxyResponse('bad-request', detail),
      onEnd: (exchange) => {
        try {
          const context = { sequence, method, url: this.#origin + path, added, maxBodyBytes };
          onExchange?.(toExchange(exchange, { ...context, redactor: this.#redactor }));
        } catch (error) {
          onBug?.(error);
        }
      },
    });
  }

  close(): void {
    this.#upstream.close();
  }

  /** A reset has no response: the connection of the client is reset, too. */
  #failureResponse({ failure, detail }: ForwardFailure): ProxyResponse | undefined {
    if (failure === 'reset') return undefined;
    const reason = failure === 'timeout' ? 'timeout' : failure === 'protocol' ? 'not-http' : 'unreachable';
    return this.#proxyResponse(reason, `${this.#origin}: ${detail}`);
  }

  #proxyResponse(reason: ProxyResponseReason, detail: string): ProxyResponse {
    this.#options.onProxyResponse?.(reason, detail);
    const [status, title] = PROXY_RESPONSES[reason];
    const code = `deckhand_proxy_${reason.replaceAll('-', '_')}`;
    return {
      status,
      headers: [
        ...['Content-Type', 'application/problem+json'],
        ...['Cache-Control', 'no-store'],
        ...[PROXY_HEADER, reason],
      ],
      body: JSON.stringify({ type: 'about:blank', title, status, detail, code }),
    };
  }

  /** Why the proxy does not forward a request; `undefined` if it does. */
  #rejectionFor({ method = 'GET', headers, httpVersionMinor }: IncomingMessage): ProxyResponse | undefined {
    if (!isAllowedHost(headers.host, this.#hosts)) {
      const name = String(headers.host).replace(/:\d*$/, '').slice(0, 100);
      return this.#proxyResponse(
        'other-host',
        `The host "${name}" is not allowed. Allow it with --allow-host ${name}.`,
      );
    }
    const page = findCrossOriginPage(headers, this.#options.allowOrigins ?? []);
    if (page !== undefined) return this.#proxyResponse('other-origin', foreignPageDetail(page.slice(0, 200)));
    // A client that only offers HTTP/2 (h2c) continues with HTTP/1.1.
    if (headers.upgrade !== undefined && headers.upgrade.toLowerCase() !== 'h2c' && httpVersionMinor > 0)
      return this.#proxyResponse(
        'upgrade',
        `This proxy does not upgrade to ${JSON.stringify(headers.upgrade.slice(0, 100))}.`,
      );
    if (this.#options.readOnly && !READ_METHODS.has(method))
      return this.#proxyResponse('read-only', `${method} was not forwarded, because of --read-only.`);
    return undefined;
  }

  /** The path in the target of a request line; `undefined` if the target has another host. */
  #requestPath(target: string): string | undefined {
    if (target.startsWith('/') || target === '*') return target;
    const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)(.*)$/i.exec(target) ?? [];
    if (!URL.canParse(origin) || new URL(origin).origin !== this.#origin) return undefined;
    return path.startsWith('/') ? path : `/${path}`;
  }
}

/** @param page its origin */
const foreignPageDetail = (page: string): string =>
  page === 'null'
    ? 'A page without an origin, such as a file or a sandboxed frame, cannot use this proxy. Serve the page from this machine, or name its origin with --allow-origin.'
    : `Pages of ${page} cannot use this proxy. Allow them with --allow-origin ${page}.`;

/** Rejects a CONNECT. Node no longer handles the errors and the data of this socket. */
function rejectConnect(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n');
}
