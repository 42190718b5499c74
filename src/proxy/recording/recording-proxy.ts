/**
 * The recording proxy. It forwards the traffic of one host unchanged and reports every exchange. The caller judges the exchanges
 * and writes them to a file.
 */
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import {
  getHeader,
  toHeaderPairs,
  type Exchange,
  type HeaderPairs,
  type WireBody,
} from '../../journal/exchange.js';
import { PROXY_HEADER } from '../../journal/proxy-header.js';
import { gatewaySecrets, redactGatewayHeaders } from '../../journal/redact/gateway-headers.js';
import { Redactor } from '../../journal/redact/redactor.js';
import { createShutdown } from '../../transports/graceful-shutdown.js';
import { isAllowedHost } from '../../transports/allowed-hosts.js';
import { listen } from '../../transports/listen.js';
import { sha256Hex } from '../../transports/sha256.js';
import { bodyFromBytes, bodyFromText, bodyFromPrefix } from '../../journal/body.js';
import {
  Forward,
  sendProxyResponse,
  Upstream,
  type ForwardFailure,
  type ProxyResponse,
  type ForwardedExchange,
} from '../forward.js';
import { upstreamRequestHeaders } from '../hop-by-hop-headers.js';
import { MAX_HEADER_BYTES, type ConnectionRoute } from '../connection/route.js';
import { decodeBody, type DecodeOptions } from '../decode-body.js';
import type { BodyPrefix } from '../body-prefix.js';

export interface RecordingProxyOptions {
  /** Scheme, host and port of the upstream. A path has no effect: the proxy forwards all paths of the host. */
  readonly url: string;
  /** The way to the upstream. */
  readonly route: ConnectionRoute;
  /** Headers that a gateway in front of the upstream needs. They are added to requests that do not have them. */
  readonly headers?: HeaderPairs;
  /** Milliseconds that the upstream can be silent. */
  readonly idleTimeout: number;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The bytes of each body that an exchange keeps, also after decompression. Default: `MAX_BODY`. */
  readonly maxBodyBytes?: number;
  /** Forwards only GET, HEAD and OPTIONS. */
  readonly readOnly?: boolean;
  /** Host names, in lower case, that are accepted besides those of this machine and of the upstream. */
  readonly allowHosts?: readonly string[];
  /** Called for every exchange with the upstream at its end. Keys are removed. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called for every response that the proxy itself sends. */
  readonly onProxyResponse?: (reason: ProxyResponseReason, detail: string) => void;
  readonly onBug?: (error: unknown) => void;
}

export interface RecordingProxy {
  /** Scheme, host and port, such as `http://127.0.0.1:4020`. */
  readonly url: string;
  /** Stops accepting connections, gives running requests a moment to finish, and reports all exchanges. */
  close(): Promise<void>;
}

/** The default of `maxBodyBytes`. */
export const MAX_BODY = 1_048_576;

/** The limits of the proxy. Times are in milliseconds. */
const SERVER_LIMITS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  requireHostHeader: false,
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
};

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The responses of the proxy itself. A header marks each, so that it is not mistaken for one of the service. */
const PROXY_RESPONSES = {
  unreachable: [502, 'The upstream cannot be reached'],
  timeout: [504, 'The upstream did not respond in time'],
  'not-http': [502, 'The upstream sent a response that is not HTTP'],
  'read-only': [403, 'This proxy is read-only'],
  upgrade: [501, 'This proxy forwards HTTP only'],
  'other-host': [421, 'This proxy does not serve that host'],
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
  readonly #target: Upstream;
  /** Scheme, host and port of the upstream. */
  readonly #origin: string;
  readonly #added: HeaderPairs;
  readonly #redactor: Redactor;
  readonly #hosts: readonly string[];
  #sequence = 0;

  constructor(options: RecordingProxyOptions) {
    const { url, route, headers = [], idleTimeout, host, allowHosts = [] } = options;
    const { origin, hostname } = new URL(url);
    this.#options = options;
    this.#target = new Upstream(route, idleTimeout);
    this.#origin = origin;
    this.#added = headers;
    this.#hosts = [host.toLowerCase(), hostname, ...allowHosts];
    // Without a salt, trying keys could find the key of a mark.
    const salt = randomUUID();
    this.#redactor = new Redactor(gatewaySecrets(headers, origin), (key) => sha256Hex(`${salt} ${key}`));
  }

  forward(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', rawHeaders, headers } = request;
    const refusal = this.#rejectionFor(request);
    if (refusal) return sendProxyResponse(response, refusal);
    const path = this.#requestPath(url);
    if (path === undefined)
      return sendProxyResponse(response, this.#proxyResponse('other-host', `It serves ${this.#origin}.`));
    this.#sequence += 1;
    const sequence = this.#sequence;
    const sent = upstreamRequestHeaders(rawHeaders, headers.connection, new URL(this.#origin).host);
    const names = new Set(sent.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
    const added = this.#added.filter(([name]) => !names.has(name.toLowerCase()));
    const { maxBodyBytes = MAX_BODY, onExchange, onBug } = this.#options;
    new Forward(request, response, {
      target: this.#target,
      path,
      headers: sent,
      extraHeaders: added.flat(),
      maxKeptBytes: maxBodyBytes,
      onFailure: (failure) => this.#failureResponse(failure),
      onUnsendable: (detail) => this.#proxyResponse('bad-request', detail),
      onEnd: (forwarded) => {
        try {
          const of = { sequence, method, url: this.#origin + path, added, maxBodyBytes };
          onExchange?.(toExchange(forwarded, { ...of, redactor: this.#redactor }));
        } catch (error) {
          onBug?.(error);
        }
      },
    });
  }

  close(): void {
    this.#target.close();
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
      const name = String(headers.host).slice(0, 100);
      const help = 'To allow it, start the proxy with --allow-host NAME.';
      return this.#proxyResponse('other-host', `The host "${name}" is not allowed. ${help}`);
    }
    // A client that only offers HTTP/2 (h2c) continues with HTTP/1.1.
    if (headers.upgrade !== undefined && headers.upgrade !== 'h2c' && httpVersionMinor > 0)
      return this.#proxyResponse(
        'upgrade',
        `It does not upgrade to ${JSON.stringify(headers.upgrade.slice(0, 100))}.`,
      );
    if (this.#options.readOnly && !READ_METHODS.has(method))
      return this.#proxyResponse('read-only', `${method} was not forwarded, because of --read-only.`);
    return undefined;
  }

  /** The path in the target of a request line; `undefined` if the target names another host. */
  #requestPath(target: string): string | undefined {
    if (target.startsWith('/') || target === '*') return target;
    const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)(.*)$/i.exec(target) ?? [];
    if (!URL.canParse(origin) || new URL(origin).origin !== this.#origin) return undefined;
    return path.startsWith('/') ? path : `/${path}`;
  }
}

/** Responds to a CONNECT. Node no longer handles the errors and the data of this socket. */
function rejectConnect(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.resume();
  socket.end('HTTP/1.1 501 Not Implemented\r\nConnection: close\r\n\r\n');
}

/* Converts what the proxy forwarded for the journal: bodies are decompressed and cut, and keys are removed. */

interface ExchangeContext {
  readonly sequence: number;
  readonly method: string;
  /** At the upstream. */
  readonly url: string;
  /** It gets the keys of each request. */
  readonly redactor: Redactor;
  /** The headers that the proxy added for a gateway. */
  readonly added: HeaderPairs;
  /** The bytes of each body that are kept. */
  readonly maxBodyBytes: number;
}

function toExchange(
  { startedAt, endedAt, sentHeaders, sentBody, response, ownResponse, failure, detail }: ForwardedExchange,
  { sequence, method, url, redactor, added, maxBodyBytes }: ExchangeContext,
): Exchange {
  const limits = { maxBytes: maxBodyBytes, isComplete: failure === undefined };
  const headers = toHeaderPairs(sentHeaders);
  return redactor.redactExchange({
    sequence,
    startedAt,
    ...(response && { firstByteAt: response.startedAt }),
    endedAt,
    request: {
      method,
      url,
      headers: [...headers, ...redactGatewayHeaders(added)],
      ...toWireBody(sentBody, headers, limits),
    },
    ...(response && {
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: response.httpVersion,
        headers: toHeaderPairs(response.headers),
        ...toWireBody(response.body, toHeaderPairs(response.headers), limits),
      },
    }),
    // A status that cannot be sent is in the recording as the upstream sent it.
    ...(ownResponse &&
      !response && {
        proxyResponse: {
          status: ownResponse.status,
          statusText: STATUS_CODES[ownResponse.status] ?? '',
          httpVersion: 'HTTP/1.1',
          headers: toHeaderPairs(ownResponse.headers),
          body: bodyFromText(ownResponse.body),
        },
      }),
    ...(failure && { failure }),
    ...(detail !== undefined && { metadata: { failure: detail } }),
  });
}

function toWireBody(
  kept: BodyPrefix | undefined,
  headers: HeaderPairs,
  limits: DecodeOptions,
): { readonly body?: WireBody } {
  if (!kept || kept.totalBytes === 0) return {};
  const encoding = getHeader(headers, 'content-encoding');
  const start = { bytes: kept.totalBytes, cut: true };
  // The start of a compressed body cannot be decompressed.
  if (kept.isTruncated)
    return {
      body:
        encoding === undefined ? { ...bodyFromPrefix(kept.toBuffer()), ...start } : { text: '', ...start },
    };
  const decoded = decodeBody(kept.toBuffer(), encoding, limits);
  return { body: typeof decoded === 'string' ? { text: '', ...start } : bodyFromBytes(decoded) };
}
