/**
 * The recording proxy. It forwards the traffic of one host unchanged and reports every exchange. The caller judges the exchanges
 * and writes them to a file.
 */
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { headerOf, pairsOf, type Exchange, type HeaderPairs, type WireBody } from '../journal/exchange.js';
import { PROXY_HEADER } from '../journal/proxy-mark.js';
import { gatewaySecrets, markedHeaders } from '../journal/redact/gateway-headers.js';
import { Redactor } from '../journal/redact/redactor.js';
import { stopper } from '../transports/stopper.js';
import { isMeantHost } from '../transports/host-names.js';
import { listen } from '../transports/listen.js';
import { nodeHash } from '../transports/node-hash.js';
import { bodyOfBytes, bodyOfText, startOfBytes } from '../journal/body.js';
import {
  Forward,
  sendOwn,
  Target,
  type ForwardFailure,
  type OwnResponse,
  type Forwarded,
} from './forward.js';
import { requestHeaders } from './forwarded-headers.js';
import { MAX_HEADER_BYTES, type Route } from './reach/route.js';
import { decodeBody, type DecodeOptions } from './decode-body.js';
import type { KeptBody } from './kept-body.js';

export interface RecordingProxyOptions {
  /** Scheme, host and port of the upstream. A path has no effect: the proxy forwards all paths of the host. */
  readonly url: string;
  /** The way to the upstream. */
  readonly route: Route;
  /** Headers that a gateway in front of the upstream needs. They are added to requests that do not have them. */
  readonly headers?: HeaderPairs;
  /** Milliseconds that the upstream can be silent. */
  readonly idleTimeout: number;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The bytes of each body that an exchange keeps, also after decompression. Default: `MAX_BODY`. */
  readonly maxBody?: number;
  /** Forwards only GET, HEAD and OPTIONS. */
  readonly readOnly?: boolean;
  /** Host names, in lower case, that are accepted besides those of this machine and of the upstream. */
  readonly allowHosts?: readonly string[];
  /** Called for every exchange with the upstream at its end. Keys are removed. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called for every response that the proxy itself sends. */
  readonly onProxyResponse?: (reason: ProxyReason, detail: string) => void;
  readonly onBug?: (error: unknown) => void;
}

export interface RecordingProxy {
  /** Scheme, host and port, such as `http://127.0.0.1:4020`. */
  readonly url: string;
  /** Stops accepting connections, gives running requests a moment to finish, and reports all exchanges. */
  close(): Promise<void>;
}

/** The default of `maxBody`. */
export const MAX_BODY = 1_048_576;

/** The limits of the proxy. Times are in milliseconds. */
const LIMITS = {
  maxHeaderSize: MAX_HEADER_BYTES,
  requireHostHeader: false,
  requestTimeout: 0,
  headersTimeout: 60_000,
  keepAliveTimeout: 65_000,
};

const READ_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The responses of the proxy itself. A header marks each, so that it is not mistaken for one of the service. */
const RESPONSES = {
  unreachable: [502, 'The upstream cannot be reached'],
  timeout: [504, 'The upstream did not respond in time'],
  'not-http': [502, 'The upstream sent a response that is not HTTP'],
  'read-only': [403, 'This proxy is read-only'],
  upgrade: [501, 'This proxy forwards HTTP only'],
  'other-host': [421, 'This proxy does not serve that host'],
  'bad-request': [400, 'The request cannot be forwarded'],
} as const;

export type ProxyReason = keyof typeof RESPONSES;

/** @throws UserError if the address is in use or not available */
export async function startRecordingProxy(options: RecordingProxyOptions): Promise<RecordingProxy> {
  const server = createServer(LIMITS);
  const stop = stopper(server);
  const recorder = new Recorder(options);
  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void recorder.forward(request, response);
  // Without listeners Node would respond to expectations itself: with 100 before the upstream does, or with 417.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) server.on(event, listener);
  server.on('connect', (_, socket: Socket) => refuseTunnel(socket));
  const url = await listen(server, options.host, options.port);
  return {
    url,
    async close() {
      await stop();
      recorder.close();
    },
  };
}

class Recorder {
  readonly #options: RecordingProxyOptions;
  readonly #target: Target;
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
    this.#target = new Target(route, idleTimeout);
    this.#origin = origin;
    this.#added = headers;
    this.#hosts = [host.toLowerCase(), hostname, ...allowHosts];
    // Without a salt, trying keys could find the key of a mark.
    const salt = randomUUID();
    this.#redactor = new Redactor(gatewaySecrets(headers, origin), (key) => nodeHash(`${salt} ${key}`));
  }

  forward(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', url = '/', rawHeaders, headers } = request;
    const refusal = this.#refusalOf(request);
    if (refusal) return sendOwn(response, refusal);
    const path = this.#pathOf(url);
    if (path === undefined) return sendOwn(response, this.#own('other-host', `It serves ${this.#origin}.`));
    this.#sequence += 1;
    const sequence = this.#sequence;
    const sent = requestHeaders(rawHeaders, headers.connection, new URL(this.#origin).host);
    const names = new Set(sent.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()));
    const added = this.#added.filter(([name]) => !names.has(name.toLowerCase()));
    const { maxBody = MAX_BODY, onExchange, onBug } = this.#options;
    new Forward(request, response, {
      target: this.#target,
      path,
      headers: sent,
      added: added.flat(),
      keep: maxBody,
      respond: (failure) => this.#responseTo(failure),
      refuse: (detail) => this.#own('bad-request', detail),
      onEnd: (forwarded) => {
        try {
          const of = { sequence, method, url: this.#origin + path, added, maxBody };
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
  #responseTo({ failure, detail }: ForwardFailure): OwnResponse | undefined {
    if (failure === 'reset') return undefined;
    const reason = failure === 'timeout' ? 'timeout' : failure === 'protocol' ? 'not-http' : 'unreachable';
    return this.#own(reason, `${this.#origin}: ${detail}`);
  }

  #own(reason: ProxyReason, detail: string): OwnResponse {
    this.#options.onProxyResponse?.(reason, detail);
    const [status, title] = RESPONSES[reason];
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
  #refusalOf({ method = 'GET', headers, httpVersionMinor }: IncomingMessage): OwnResponse | undefined {
    if (!isMeantHost(headers.host, this.#hosts)) {
      const name = String(headers.host).slice(0, 100);
      const help = 'To allow it, start the proxy with --allow-host NAME.';
      return this.#own('other-host', `The host "${name}" is not allowed. ${help}`);
    }
    // A client that only offers HTTP/2 (h2c) continues with HTTP/1.1.
    if (headers.upgrade !== undefined && headers.upgrade !== 'h2c' && httpVersionMinor > 0)
      return this.#own('upgrade', `It does not upgrade to ${JSON.stringify(headers.upgrade.slice(0, 100))}.`);
    if (this.#options.readOnly && !READ_METHODS.has(method))
      return this.#own('read-only', `${method} was not forwarded, because of --read-only.`);
    return undefined;
  }

  /** The path in the target of a request line; `undefined` if the target names another host. */
  #pathOf(target: string): string | undefined {
    if (target.startsWith('/') || target === '*') return target;
    const [, origin = '', path = ''] = /^(https?:\/\/[^/?#]*)(.*)$/i.exec(target) ?? [];
    if (!URL.canParse(origin) || new URL(origin).origin !== this.#origin) return undefined;
    return path.startsWith('/') ? path : `/${path}`;
  }
}

/** Responds to a CONNECT. Node no longer handles the errors and the data of this socket. */
function refuseTunnel(socket: Socket): void {
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
  readonly maxBody: number;
}

function toExchange(
  { startedAt, endedAt, sentHeaders, sentBody, response, ownResponse, failure, detail }: Forwarded,
  { sequence, method, url, redactor, added, maxBody }: ExchangeContext,
): Exchange {
  const limits = { limit: maxBody, isWhole: failure === undefined };
  const headers = pairsOf(sentHeaders);
  return redactor.exchange({
    sequence,
    startedAt,
    ...(response && { firstByteAt: response.startedAt }),
    endedAt,
    request: {
      method,
      url,
      headers: [...headers, ...markedHeaders(added)],
      ...bodyOf(sentBody, headers, limits),
    },
    ...(response && {
      response: {
        status: response.status,
        statusText: response.statusText,
        httpVersion: response.httpVersion,
        headers: pairsOf(response.headers),
        ...bodyOf(response.body, pairsOf(response.headers), limits),
      },
    }),
    // A status that cannot be sent is in the recording as the upstream sent it.
    ...(ownResponse &&
      !response && {
        proxyResponse: {
          status: ownResponse.status,
          statusText: STATUS_CODES[ownResponse.status] ?? '',
          httpVersion: 'HTTP/1.1',
          headers: pairsOf(ownResponse.headers),
          body: bodyOfText(ownResponse.body),
        },
      }),
    ...(failure && { failure }),
    ...(detail !== undefined && { notes: { failure: detail } }),
  });
}

function bodyOf(
  kept: KeptBody | undefined,
  headers: HeaderPairs,
  limits: DecodeOptions,
): { readonly body?: WireBody } {
  if (!kept || kept.bytes === 0) return {};
  const encoding = headerOf(headers, 'content-encoding');
  const start = { bytes: kept.bytes, cut: true };
  // The start of a compressed body cannot be decompressed.
  if (kept.isCut)
    return {
      body: encoding === undefined ? { ...startOfBytes(kept.read()), ...start } : { text: '', ...start },
    };
  const decoded = decodeBody(kept.read(), encoding, limits);
  return { body: typeof decoded === 'string' ? { text: '', ...start } : bodyOfBytes(decoded) };
}
