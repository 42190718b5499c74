/**
 * Forwards one request to a target, and its response to the client: bytes unchanged, with backpressure, and with the failures of
 * either side. Nothing that a target sends makes it throw.
 */
import {
  STATUS_CODES,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingMessage,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { setRealImmediate } from '../base/real-immediate.js';
import { clearRealTimeout, realMonotonicNow, setRealTimeout } from '../base/real-time.js';
import { toHeaderPairs, type WireFailure } from '../journal/exchange.js';
import { BodyPrefix } from './body-prefix.js';
import { removeHopByHopHeaders } from './hop-by-hop-headers.js';
import { connectionFailureReason } from './connection/failure-reason.js';
import { MAX_HEADER_BYTES } from './connection/route.js';
import { isTlsRecord, TLS_PORT_REASON } from './connection/tls-probe.js';
import type { ClientConnection, Upstream } from './upstream.js';

const CONNECT_TIMEOUT_MS = 10_000;

/** For these methods, Node sends no length if there is no body. */
const BODILESS_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

const SENDABLE_REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

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
  /** The response of the proxy, sent instead of one of the target. */
  readonly proxyResponse: ProxyResponse | undefined;
  readonly failure: WireFailure | undefined;
  readonly detail: string | undefined;
}

export interface ForwardOptions {
  readonly target: Upstream;
  /** The target of the request line. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** More headers, which `onEnd` does not get. */
  readonly extraHeaders?: readonly string[];
  /** The maximum size of each body for `onEnd`. Default: 0. */
  readonly maxKeptBytes?: number;
  /** The headers and the body that the client gets. Default: as received. */
  readonly transformResponse?: (
    incoming: IncomingMessage,
    headers: readonly string[],
  ) => { readonly headers: readonly string[]; readonly body?: Readable };
  /** The response instead of a missing one. `undefined`: the client's connection ends as the target's did. */
  readonly onFailure: (failure: ForwardFailure) => ProxyResponse | undefined;
  /** The response to a request that Node cannot send. There is no exchange then. */
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
  /** The status with which an HTTP proxy rejected the tunnel to the target. */
  #tunnelStatus: number | undefined;
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
    // Without a length, Node would add `Transfer-Encoding: chunked`.
    if (!hasBody && !BODILESS_METHODS.has(method) && !this.#hasLength())
      this.#sentHeaders.push('Content-Length', '0');
    this.#client = options.target.connectionFor(request.socket);
    this.#client.activeForwards.add(this);
    response.on('error', () => response.destroy());
    if (Object.keys(this.#client.agent.freeSockets).length === 0) this.#send();
    // Lets Node detect kept-alive connections that the target has closed: the first turn ends the current poll of the event loop, and
    // the second one follows another poll.
    else setRealImmediate(() => setRealImmediate(() => this.#hasEnded || this.#send()));
  }

  #hasLength(): boolean {
    return this.#sentHeaders.some((name, index) => index % 2 === 0 && /^content-length$/i.test(name));
  }

  /** The client has disconnected, or the proxy stops. */
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
      return this.#reportUnsendable(error);
    }
    this.#outgoing = outgoing;
    this.#setConnectTimeout(outgoing);
    outgoing.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      this.#tunnelStatus = statusCode === 200 ? undefined : statusCode;
    });
    // The first one only: a client waits for one, and a target can send any number of them.
    outgoing.once('continue', () => this.#forwardContinue());
    outgoing.on('response', (incoming) => this.#catchProtocolErrors(() => this.#forwardHead(incoming)));
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#fail({ failure: 'protocol', detail: 'it changed the protocol without a request' });
    });
    outgoing.on('timeout', () => this.#fail({ failure: 'timeout', detail: 'it sent no data for too long' }));
    outgoing.on('error', (error: NodeJS.ErrnoException & { readonly rawPacket?: Uint8Array }) => {
      const failure = classifyError(error, this.#isConnected, target.route.proxy);
      // After its head, the response may already be complete, and ends when its connection closes.
      if (this.#received) this.#lateFailure = failure;
      else if (isTlsRecord(error.rawPacket)) this.#fail({ failure: 'unreachable', detail: TLS_PORT_REASON });
      else void this.#failWithCause(failure);
    });
    if (!this.#sentBody) return void outgoing.end();
    flushHeadUnlessBodyFollows(outgoing, this.#sentBody);
    copyBody(this.#request, outgoing, this.#sentBody, () => {
      try {
        outgoing.end();
      } catch (error) {
        this.#reportUnsendable(error);
      }
    });
  }

  async #failWithCause(failure: ForwardFailure): Promise<void> {
    const explanation = failure.failure === 'reset' ? this.#options.target.route.explainClose() : undefined;
    if (!explanation) return this.#fail(failure);
    const endedAt = now();
    const cause = await explanation;
    this.#fail(cause === undefined ? failure : { failure: 'unreachable', detail: cause }, endedAt);
  }

  /** Clients of HTTP/1.0 do not understand it (RFC 9110, 15.2). */
  #forwardContinue(): void {
    if (this.#request.httpVersionMinor > 0 && !this.#response.headersSent) this.#response.writeContinue();
  }

  /** Limits the time until the connection is open, but not the response. */
  #setConnectTimeout(outgoing: ClientRequest): void {
    const { proxy } = this.#options.target.route;
    const peer = proxy === undefined ? 'it' : `the proxy ${proxy}`;
    const timer = setRealTimeout(
      () =>
        this.#fail({
          failure: 'unreachable',
          detail: `${peer} accepted no connection in ${CONNECT_TIMEOUT_MS / 1000} s`,
        }),
      CONNECT_TIMEOUT_MS,
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

  /** An invalid response can make Node throw, which ends only this exchange. */
  #catchProtocolErrors(action: () => void): void {
    try {
      action();
    } catch (error) {
      this.#fail({ failure: 'protocol', detail: error instanceof Error ? error.message : String(error) });
    }
  }

  #forwardHead(incoming: IncomingMessage): void {
    if (this.#tunnelStatus !== undefined) {
      const { proxy } = this.#options.target.route;
      const detail = `the proxy ${proxy} rejected the tunnel with ${this.#tunnelStatus}`;
      return this.#fail({ failure: 'gateway', detail });
    }
    const response = this.#response;
    const { statusCode: status = 0, statusMessage: statusText = '', httpVersion, rawHeaders } = incoming;
    const body = new BodyPrefix(this.#options.maxKeptBytes ?? 0);
    const head = { status, statusText, httpVersion: `HTTP/${httpVersion}`, headers: rawHeaders };
    this.#received = { ...head, startedAt: now(), body };
    const unsendable = unsendableReason(status, statusText);
    if (unsendable !== undefined) return this.#fail({ failure: 'protocol', detail: unsendable });
    const forwarded = removeHopByHopHeaders(rawHeaders, incoming.headers.connection);
    const edited = this.#options.transformResponse?.(incoming, forwarded) ?? { headers: forwarded };
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

  /** @param source the body of `incoming`, or its replacement */
  #forwardBody(incoming: IncomingMessage, source: Readable, body: BodyPrefix): void {
    const response = this.#response;
    // In HTTP/1.0 a body without a length ends with its connection. Node calls such a body incomplete.
    const isComplete = () => incoming.readableEnded && (incoming.complete || incoming.httpVersionMinor === 0);
    copyBody(source, response, body, () => {
      if (!isComplete()) return;
      this.#catchProtocolErrors(() => {
        response.end();
        this.#end();
      });
    });
    incoming.on('error', () => {});
    incoming.on('close', () => {
      if (this.#hasEnded || isComplete()) return;
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
  #fail(failure: ForwardFailure, endedAt = now()): void {
    if (this.#hasEnded) return;
    const proxyResponse = this.#response.headersSent ? undefined : this.#options.onFailure(failure);
    this.#end(failure, proxyResponse, endedAt);
    if (proxyResponse) sendProxyResponse(this.#response, proxyResponse);
    else abortResponse(this.#response, failure.isReset === true);
    this.#outgoing?.destroy();
  }

  /** Node cannot send this request, so there is no exchange with the target. */
  #reportUnsendable(error: unknown): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#client.activeForwards.delete(this);
    this.#outgoing?.destroy();
    sendProxyResponse(
      this.#response,
      this.#options.onUnsendable(error instanceof Error ? error.message : String(error)),
    );
  }

  #end(
    { failure, detail }: Partial<ForwardFailure> = {},
    proxyResponse?: ProxyResponse,
    endedAt = now(),
  ): void {
    this.#hasEnded = true;
    this.#client.activeForwards.delete(this);
    this.#options.onEnd?.({
      startedAt: this.#startedAt,
      endedAt,
      sentHeaders: this.#sentHeaders,
      sentBody: this.#sentBody,
      response: this.#received,
      proxyResponse,
      failure,
      detail,
    });
  }
}

const now = (): number => performance.timeOrigin + realMonotonicNow();

/** Copies a body from one stream to the other, with backpressure. The caller ends the stream that is written. */
function copyBody(from: Readable, to: OutgoingMessage, prefix: BodyPrefix, onEnd: () => void): void {
  from.on('data', (chunk: Buffer) => {
    prefix.add(chunk);
    // A target that rejects a body early may have closed its connection.
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
  // Without its reader, the rest of the body is dropped, so that its sender can finish.
  to.once('close', () => from.resume());
  from.once('end', onEnd);
}

/** Node's own `flushHeaders` would write in another encoding. */
function sendHead(message: OutgoingMessage): void {
  if (!message.writableEnded && !message.destroyed) message.write(Buffer.alloc(0));
}

/** Sends the head before the body, unless a part of the body follows immediately: then one write sends both. */
function flushHeadUnlessBodyFollows(message: OutgoingMessage, body: BodyPrefix): void {
  setRealImmediate(() => {
    if (body.totalBytes === 0) sendHead(message);
  });
}

export function sendProxyResponse(response: ServerResponse, { status, headers, body }: ProxyResponse): void {
  if (response.headersSent) return void response.destroy();
  response.sendDate = true;
  // Otherwise Node would use a reason phrase that it has already rejected.
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
export function unsendableReason(status: number, reason: string): string | undefined {
  if (status < 100 || status > 999) return `its status is ${status}, not a number from 100 to 999`;
  if (SENDABLE_REASON.test(reason)) return undefined;
  return 'the reason phrase in its status line has a control character';
}

/** @param isConnected whether there was a connection, so that the target may have received the request */
function classifyError(
  error: NodeJS.ErrnoException,
  isConnected: boolean,
  proxy: string | undefined,
): ForwardFailure {
  const { code = '', message } = error;
  if (code.startsWith('HPE_')) return { failure: 'protocol', detail: message };
  // With TLS 1.3, the target rejects the certificate of the client after the connection is open.
  if (!isConnected || code.startsWith('ERR_SSL_'))
    return { failure: 'unreachable', detail: connectionFailureReason(error, proxy) };
  // Node's message for a connection that was closed, not reset, without a response.
  const isReset = message !== 'socket hang up';
  const detail = isReset ? 'it reset the connection' : 'it closed the connection without a response';
  return { failure: 'reset', detail, isReset };
}
