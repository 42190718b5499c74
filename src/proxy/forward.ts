/**
 * Forwards one request to a target and its response to the client: the bytes unchanged, with backpressure, and broken where the
 * other side broke them. `record` and the wall share it. Nothing that a target sends makes it throw. It knows nothing of recordings,
 * keys and pages.
 */
import {
  STATUS_CODES,
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setRealImmediate } from '../base/real-immediate.js';
import { clearRealTimeout, realElapsed, setRealTimeout } from '../base/real-time.js';
import { toHeaderPairs, type WireFailure } from '../journal/exchange.js';
import { BodyPrefix } from './body-prefix.js';
import { removeHopByHopHeaders } from './hop-by-hop-headers.js';
import { connectionFailureReason } from './connection/failure-reason.js';
import { MAX_HEADER_BYTES, type ConnectionRoute } from './connection/route.js';

/** Milliseconds until the connection to the target is open. */
const CONNECT_TIMEOUT = 10_000;

/** For these methods, Node sends no length if there is no body. */
const BODILESS_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const SENDABLE_REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * A target, with connections of their own for each connection of a client: the target gets a new connection when the client opens
 * one, and a kept one when the client keeps its own. So a reset reaches the client as it would without a proxy.
 */
export class Upstream {
  readonly route: ConnectionRoute;
  /** Milliseconds that the target can be silent. */
  readonly idleTimeout: number;
  readonly #clients = new Map<Socket, ClientConnection>();

  constructor(route: ConnectionRoute, idleTimeout: number) {
    this.route = route;
    this.idleTimeout = idleTimeout;
  }

  connectionFor(client: Socket): ClientConnection {
    const known = this.#clients.get(client);
    if (known) return known;
    const connection = { agent: this.route.newAgent(), activeForwards: new Set<Forward>() };
    client.once('close', () => this.#closeConnection(client, connection));
    this.#clients.set(client, connection);
    return connection;
  }

  /** Ends all running exchanges. */
  close(): void {
    for (const [client, connection] of this.#clients) this.#closeConnection(client, connection);
  }

  #closeConnection(client: Socket, { agent, activeForwards }: ClientConnection): void {
    for (const forward of activeForwards) forward.abort();
    agent.destroy();
    this.#clients.delete(client);
  }
}

interface ClientConnection {
  readonly agent: Agent;
  readonly activeForwards: Set<Forward>;
}

/** Why there is no response, or no complete one. */
export interface ForwardFailure {
  readonly failure: WireFailure;
  /** Continues a sentence that starts with the target, such as `https://api.example: it refuses connections`. */
  readonly detail: string;
  /** Whether the connection was reset; otherwise it was closed. */
  readonly isReset?: boolean;
}

export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  /** Such as `HTTP/1.1`. */
  readonly httpVersion: string;
  /** Names and values in turn, also those about the connection, which are not forwarded. */
  readonly headers: readonly string[];
}

/** A response of the proxy itself. */
export interface ProxyResponse {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** One exchange as it was on the wire. Times are milliseconds since 1970, with fractions. */
export interface ForwardedExchange {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Names and values in turn, as sent to the target. */
  readonly sentHeaders: readonly string[];
  readonly sentBody: BodyPrefix | undefined;
  readonly response: (ResponseHead & { readonly startedAt: number; readonly body: BodyPrefix }) | undefined;
  /** What the client got in place of a response. */
  readonly ownResponse: ProxyResponse | undefined;
  readonly failure: WireFailure | undefined;
  readonly detail: string | undefined;
}

export interface ForwardOptions {
  readonly target: Upstream;
  /** The target of the request line. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** More headers, which `onEnd` does not show. */
  readonly extraHeaders?: readonly string[];
  /** The bytes of each body that are kept for `onEnd`. Default: none. */
  readonly maxKeptBytes?: number;
  /** The headers and the body that the client gets. Default: as received. */
  readonly transformResponse?: (
    incoming: IncomingMessage,
    headers: readonly string[],
  ) => { readonly headers: readonly string[]; readonly body?: Readable };
  /** The response in place of one that is missing. `undefined`: the client's connection ends as the target's did. */
  readonly onFailure: (failure: ForwardFailure) => ProxyResponse | undefined;
  /** The response to a request that Node refuses to send. There is no exchange then. */
  readonly onUnsendable: (detail: string) => ProxyResponse;
  readonly onEnd?: (forwarded: ForwardedExchange) => void;
}

export class Forward {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #options: ForwardOptions;
  readonly #client: ClientConnection;
  readonly #startedAt = now();
  readonly #sentHeaders: string[];
  readonly #sentBody: BodyPrefix | undefined;
  #outgoing: ClientRequest | undefined;
  #received: ForwardedExchange['response'];
  #isConnected = false;
  /** The status with which an HTTP proxy refused to connect to the target. */
  #refusal: number | undefined;
  /** What Node reported after the head of the response. */
  #lateFailure: ForwardFailure | undefined;
  #hasEnded = false;

  constructor(request: IncomingMessage, response: ServerResponse, options: ForwardOptions) {
    this.#request = request;
    this.#response = response;
    this.#options = options;
    const { method = '', headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    this.#sentBody = hasBody ? new BodyPrefix(options.maxKeptBytes ?? 0) : undefined;
    this.#sentHeaders = [...options.headers];
    // Prevents the `Transfer-Encoding: chunked` that Node adds `Transfer-Encoding: chunked` if there is no length.
    if (!hasBody && !BODILESS_METHODS.has(method) && headers['content-length'] === undefined)
      this.#sentHeaders.push('Content-Length', '0');
    this.#client = options.target.connectionFor(request.socket);
    this.#client.activeForwards.add(this);
    response.on('error', () => response.destroy());
    if (Object.keys(this.#client.agent.freeSockets).length === 0) this.#send();
    // Node learns first which kept connections the target has closed: one turn ends the current poll of the system, and the next
    // one follows another poll.
    else setRealImmediate(() => setRealImmediate(() => this.#hasEnded || this.#send()));
  }

  /** The client has left, or the proxy stops. */
  abort(): void {
    if (this.#hasEnded) return;
    this.#end({ failure: 'aborted', detail: 'the client disconnected before the end of the response' });
    this.#outgoing?.destroy();
  }

  #send(): void {
    const { target, path } = this.#options;
    let outgoing: ClientRequest;
    try {
      outgoing = target.route.request(
        {
          method: this.#request.method ?? 'GET',
          path,
          headers: [...this.#sentHeaders, ...(this.#options.extraHeaders ?? [])],
          maxHeaderSize: MAX_HEADER_BYTES,
          timeout: target.idleTimeout,
        },
        this.#client.agent,
      );
    } catch (error) {
      return this.#refuse(error);
    }
    this.#outgoing = outgoing;
    this.#setConnectTimeout(outgoing);
    outgoing.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      this.#refusal = statusCode === 200 ? undefined : statusCode;
    });
    outgoing.on('continue', () => this.#response.headersSent || this.#response.writeContinue());
    outgoing.on('response', (incoming) => this.#catchProtocolErrors(() => this.#forwardHead(incoming)));
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#fail({ failure: 'protocol', detail: 'it changed the protocol without a request' });
    });
    outgoing.on('timeout', () => this.#fail({ failure: 'timeout', detail: 'it sent no data for too long' }));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const failure = classifyError(error, this.#isConnected, target.route.proxy);
      // After its head, a response ends with its connection: it can be complete in spite of the error.
      if (this.#received) this.#lateFailure = failure;
      else this.#fail(failure);
    });
    if (!this.#sentBody) return void outgoing.end();
    flushHeadUnlessBodyFollows(outgoing, this.#sentBody);
    copyBody(this.#request, outgoing, this.#sentBody, () => {
      try {
        outgoing.end();
      } catch (error) {
        this.#refuse(error);
      }
    });
  }

  /** Limits the time until the connection is open, but not the response. */
  #setConnectTimeout(outgoing: ClientRequest): void {
    const { proxy } = this.#options.target.route;
    const who = proxy === undefined ? 'it' : `the proxy ${proxy}`;
    const timer = setRealTimeout(
      () =>
        this.#fail({
          failure: 'unreachable',
          detail: `${who} accepted no connection in ${CONNECT_TIMEOUT / 1000} s`,
        }),
      CONNECT_TIMEOUT,
    );
    const onOpen = (): void => {
      clearRealTimeout(timer);
      this.#isConnected = true;
    };
    outgoing.once('close', () => clearRealTimeout(timer));
    outgoing.once('socket', (socket: Socket) => {
      if (outgoing.reusedSocket) onOpen();
      else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', onOpen);
    });
  }

  /** What a target sends can make Node throw. That ends its exchange, and nothing else. */
  #catchProtocolErrors(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#fail({ failure: 'protocol', detail: error instanceof Error ? error.message : String(error) });
    }
  }

  #forwardHead(incoming: IncomingMessage): void {
    if (this.#refusal !== undefined) {
      const { proxy } = this.#options.target.route;
      const detail = `the proxy ${proxy} responded with ${this.#refusal}, and did not connect`;
      return this.#fail({ failure: 'gateway', detail });
    }
    const response = this.#response;
    const { statusCode: status = 0, statusMessage: statusText = '', httpVersion, rawHeaders } = incoming;
    const body = new BodyPrefix(this.#options.maxKeptBytes ?? 0);
    const head = { status, statusText, httpVersion: `HTTP/${httpVersion}`, headers: rawHeaders };
    this.#received = { ...head, startedAt: now(), body };
    const unsendable = unsendableReason(status, statusText);
    if (unsendable !== undefined) return this.#fail({ failure: 'protocol', detail: unsendable });
    const passed = removeHopByHopHeaders(rawHeaders, incoming.headers.connection);
    const edited = this.#options.transformResponse?.(incoming, passed) ?? { headers: passed };
    response.sendDate = false;
    // Clients of HTTP/1.0 do not understand chunks.
    const isOld = this.#request.httpVersionMinor === 0;
    response.writeHead(
      status,
      statusText,
      isOld
        ? toHeaderPairs(edited.headers)
            .filter(([name]) => name.toLowerCase() !== 'transfer-encoding')
            .flat()
        : [...edited.headers],
    );
    flushHeadUnlessBodyFollows(response, body);
    this.#forwardBody(incoming, edited.body ?? incoming, body);
  }

  /** @param source the body of `incoming`, or what it was changed to */
  #forwardBody(incoming: IncomingMessage, source: Readable, body: BodyPrefix): void {
    const response = this.#response;
    // In HTTP/1.0 a body without a length ends with its connection. Node calls such a body incomplete.
    const isWhole = () => incoming.readableEnded && (incoming.complete || incoming.httpVersionMinor === 0);
    copyBody(source, response, body, () => {
      if (!isWhole()) return;
      this.#catchProtocolErrors(() => {
        response.end();
        this.#end();
      });
    });
    incoming.on('error', () => {});
    incoming.on('close', () => {
      if (this.#hasEnded || isWhole()) return;
      const isReset = incoming.socket.errored !== null;
      const [failure, detail] = isReset ? (['reset', 'reset'] as const) : (['truncated', 'closed'] as const);
      if (this.#lateFailure?.failure === 'protocol') this.#end(this.#lateFailure);
      else this.#end({ failure, detail: `it ${detail} the connection in the middle of the response` });
      abortResponse(response, isReset);
    });
    if (source !== incoming)
      source.on('error', ({ message }) => this.#fail({ failure: 'protocol', detail: message }));
  }

  /** The target failed: there is no response, or it is incomplete. */
  #fail(failure: ForwardFailure): void {
    if (this.#hasEnded) return;
    const own = this.#response.headersSent ? undefined : this.#options.onFailure(failure);
    this.#end(failure, own);
    if (own) sendProxyResponse(this.#response, own);
    else abortResponse(this.#response, failure.isReset === true);
    this.#outgoing?.destroy();
  }

  /** Node refuses to send what the client sent, so there is no exchange with the target. */
  #refuse(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#client.activeForwards.delete(this);
    this.#outgoing?.destroy();
    sendProxyResponse(
      this.#response,
      this.#options.onUnsendable(error instanceof Error ? error.message : String(error)),
    );
  }

  #end({ failure, detail }: Partial<ForwardFailure> = {}, ownResponse?: ProxyResponse): void {
    this.#hasEnded = true;
    this.#client.activeForwards.delete(this);
    this.#options.onEnd?.({
      startedAt: this.#startedAt,
      endedAt: now(),
      sentHeaders: this.#sentHeaders,
      sentBody: this.#sentBody,
      response: this.#received,
      ownResponse,
      failure,
      detail,
    });
  }
}

const now = (): number => performance.timeOrigin + realElapsed();

/** Copies a body from one stream to the other, with backpressure. The caller ends the stream that is written. */
function copyBody(from: Readable, to: OutgoingMessage, kept: BodyPrefix, onEnd: () => void): void {
  from.on('data', (chunk: Buffer) => {
    kept.add(chunk);
    // A target that refuses a body early can have closed its connection.
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  from.once('end', onEnd);
}

/** Node's own `flushHeaders` would write in another encoding. */
function sendHead(message: OutgoingMessage): void {
  if (!message.writableEnded && !message.destroyed) message.write(Buffer.alloc(0));
}

/** Sends the head before the body, unless a part of the body follows at once: then one write sends both. */
function flushHeadUnlessBodyFollows(message: OutgoingMessage, body: BodyPrefix): void {
  setRealImmediate(() => {
    if (body.totalBytes === 0) sendHead(message);
  });
}

export function sendProxyResponse(response: ServerResponse, { status, headers, body }: ProxyResponse): void {
  if (response.headersSent) return void response.destroy();
  response.sendDate = true;
  // Without a reason, Node would take one that it has refused before.
  response.writeHead(status, STATUS_CODES[status] ?? '', [
    ...headers,
    'Content-Length',
    String(Buffer.byteLength(body)),
  ]);
  response.end(body);
}

/** Closes or resets the connection of the client, as the target did with the connection of the proxy. */
function abortResponse(response: ServerResponse, isReset: boolean): void {
  const { socket } = response;
  // Pipelining: an earlier response still uses the connection. Node closes it when it is this response's turn.
  if (!socket) return void response.destroy();
  if (response.headersSent) sendHead(response);
  // The callback runs when all earlier bytes are sent, so that the client receives them.
  socket.write('', () => (isReset ? socket.resetAndDestroy() : socket.destroySoon()));
}

/** Why Node cannot send a head that it received; `undefined` if it can. */
function unsendableReason(status: number, reason: string): string | undefined {
  if (status < 100 || status > 999) return `its status is ${status}, not a number from 100 to 999`;
  if (SENDABLE_REASON.test(reason)) return undefined;
  return 'the reason phrase in its status line has a control character';
}

/** @param isConnected whether there was a connection, so that the target can have received the request */
function classifyError(
  error: NodeJS.ErrnoException,
  isConnected: boolean,
  proxy: string | undefined,
): ForwardFailure {
  const { code = '', message } = error;
  if (code.startsWith('HPE_')) return { failure: 'protocol', detail: message };
  // With TLS 1.3, the target refuses the certificate of the client after the connection is open.
  if (!isConnected || code.startsWith('ERR_SSL_'))
    return { failure: 'unreachable', detail: connectionFailureReason(error, proxy) };
  // Node's name for a connection that was closed in good order, without a response.
  const isReset = message !== 'socket hang up';
  const detail = isReset ? 'it reset the connection' : 'it closed the connection without a response';
  return { failure: 'reset', detail, isReset };
}
