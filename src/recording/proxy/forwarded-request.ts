/**
 * Forwards one request to the upstream and the response to the client: the bytes unchanged, with backpressure, and broken
 * where the other side broke them. When the exchange has ended, it is reported for the journal.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { WireFailure } from '../../journal/exchange.js';
import { BodyCapture } from './body-capture.js';
import { abortResponse } from './abort-response.js';
import { upstreamFailure, type UpstreamFailure } from './upstream-failure.js';
import { setConnectTimeout } from './connect-timeout.js';
import { sendProxyResponse, type ProxyReason } from './proxy-response.js';
import { pairsOf, requestHeaders, responseHeaders } from './forwarded-headers.js';
import { streamBody } from './stream-body.js';
import { sendHeadSoon } from './send-head.js';
import { sendInformational } from './send-informational.js';
import type { Upstream } from './upstream.js';
import type { UpstreamConnections } from './upstream-connections.js';

/** One exchange as it was on the wire. */
export interface CapturedExchange {
  readonly sequence: number;
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, as the proxy sent them. */
  readonly headers: readonly string[];
  readonly body: BodyCapture | undefined;
  readonly response: CapturedResponse | undefined;
  readonly failure: WireFailure | undefined;
  /** What the upstream did, such as `it reset the connection`. */
  readonly detail: string | undefined;
  /** Whether a kept connection was closed before the request, so that it was sent on another one. */
  readonly isRenewed: boolean;
}

export interface CapturedResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: BodyCapture;
}

export interface ForwardContext {
  readonly upstream: Upstream;
  readonly now: () => number;
  /** Called for every exchange with the upstream when it has ended. */
  readonly onExchange: (captured: CapturedExchange) => void;
  /** All requests that have not ended. */
  readonly active: Set<ForwardedRequest>;
  /** Called for every response that the proxy itself sends. */
  readonly onProxyResponse: (reason: ProxyReason, detail: string) => void;
}

/** For these methods, Node sends no length if there is no body. */
const BODILESS_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

export class ForwardedRequest {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #context: ForwardContext;
  readonly #sequence: number;
  readonly #startedAt: number;
  readonly #path: string;
  readonly #headers: string[];
  readonly #requestBody: BodyCapture | undefined;
  readonly #connections: UpstreamConnections;
  #outgoing: ClientRequest | undefined;
  #captured: CapturedResponse | undefined;
  #isConnected = false;
  #isRenewed = false;
  /** The status with which an HTTP proxy refused to connect to the upstream. */
  #refusal: number | undefined;
  #hasEnded = false;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    sequence: number,
    context: ForwardContext,
  ) {
    this.#request = request;
    this.#response = response;
    this.#context = context;
    this.#sequence = sequence;
    this.#startedAt = context.now();
    this.#path = path;
    this.#headers = requestHeaders(request.rawHeaders, request.headers.connection, context.upstream.host);
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0;
    this.#requestBody = hasBody ? new BodyCapture() : undefined;
    this.#connections = context.upstream.connectionsOf(request.socket);
    // For methods that can have a body, Node would add `Transfer-Encoding: chunked` if there is no length.
    const isBodiless = BODILESS_METHODS.has(request.method ?? '');
    if (!hasBody && !isBodiless && request.headers['content-length'] === undefined)
      this.#headers.push('Content-Length', '0');
    context.active.add(this);
    response.on('close', () => this.#onClientClose());
  }

  send(): void {
    this.#connections.whenSettled((isRenewed) => {
      this.#isRenewed = isRenewed;
      if (!this.#hasEnded) this.#send();
    });
  }

  #send(): void {
    const { method = 'GET' } = this.#request;
    let outgoing: ClientRequest;
    try {
      const head = { method, path: this.#path, headers: this.#headers };
      outgoing = this.#context.upstream.request(head, this.#connections);
    } catch (error) {
      return this.#sendProxyResponse('bad-request', error instanceof Error ? error.message : String(error));
    }
    this.#outgoing = outgoing;
    outgoing.once('socket', (socket) => this.#connections.take(socket));
    setConnectTimeout(
      outgoing,
      () => (this.#isConnected = true),
      (detail) => this.#fail({ reason: 'unreachable', failure: 'unreachable', detail }),
      this.#context.upstream.proxy,
    );
    outgoing.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      this.#refusal = statusCode === 200 ? undefined : statusCode;
    });
    outgoing.on('response', (incoming) => this.#returnResponse(incoming));
    outgoing.on('information', (information) => sendInformational(this.#response, information));
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#fail({
        reason: 'not-http',
        failure: 'protocol',
        detail: 'it changed the protocol without a request',
      });
    });
    outgoing.on('timeout', () =>
      this.#fail({ reason: 'timeout', failure: 'timeout', detail: 'it sent no data for too long' }),
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#hasEnded || this.#captured) return;
      this.#fail(upstreamFailure(error, this.#isConnected, this.#context.upstream.proxy));
    });
    if (!this.#requestBody) return void outgoing.end();
    sendHeadSoon(outgoing, this.#requestBody);
    streamBody(this.#request, outgoing, this.#requestBody, () => this.#endRequest(outgoing));
  }

  /** Ends the exchange early, when the proxy stops. */
  abort(): void {
    this.#onClientClose();
    this.#response.destroy();
  }

  #endRequest(outgoing: ClientRequest): void {
    if (this.#request.rawTrailers.length > 0) outgoing.addTrailers(pairsOf(this.#request.rawTrailers));
    outgoing.end();
  }

  #returnResponse(incoming: IncomingMessage): void {
    if (this.#refusal !== undefined) {
      const detail = `the proxy ${this.#context.upstream.proxy} answered ${this.#refusal}, and did not connect`;
      return this.#fail({ reason: 'unreachable', failure: 'gateway', detail });
    }
    const response = this.#response;
    const { statusCode = 0, statusMessage, httpVersionMinor } = incoming;
    const mayBeChunked = this.#request.httpVersionMinor > 0;
    const headers = responseHeaders(incoming.rawHeaders, incoming.headers.connection, mayBeChunked);
    response.sendDate = false;
    try {
      response.writeHead(statusCode, statusMessage ?? '', headers);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return this.#fail({ reason: 'not-http', failure: 'protocol', detail });
    }
    const body = new BodyCapture();
    this.#captured = { status: statusCode, headers, body };
    sendHeadSoon(response, body);
    streamBody(incoming, response, body, () => {
      // In HTTP/1.0 a body without a length ends with its connection. Node calls such a body incomplete.
      if (!incoming.complete && httpVersionMinor > 0) return;
      if (incoming.rawTrailers.length > 0) response.addTrailers(pairsOf(incoming.rawTrailers));
      response.end();
      this.#end();
    });
    incoming.on('error', () => {});
    incoming.on('close', () => {
      if (this.#hasEnded) return;
      const isReset = incoming.socket.errored !== null;
      if (isReset) this.#end('reset', 'it reset the connection in the middle of the response');
      else this.#end('truncated', 'it closed the connection in the middle of the response');
      abortResponse(response, isReset);
    });
  }

  /** The upstream failed: there is no response, or it is incomplete. */
  #fail({ reason, failure, detail, isReset = false }: UpstreamFailure): void {
    if (this.#hasEnded) return;
    const hasStarted = this.#captured !== undefined;
    this.#end(failure, detail);
    this.#outgoing?.destroy();
    if (hasStarted) abortResponse(this.#response, false);
    else if (reason === undefined) abortResponse(this.#response, isReset);
    else this.#sendProxyResponse(reason, `${this.#context.upstream.origin}: ${detail}`);
  }

  #sendProxyResponse(reason: ProxyReason, detail: string): void {
    this.#hasEnded = true;
    this.#context.active.delete(this);
    this.#context.onProxyResponse(reason, detail);
    sendProxyResponse(this.#response, reason, detail);
  }

  #onClientClose(): void {
    if (this.#hasEnded) return;
    this.#end('aborted', 'the client disconnected before the end of the response');
    this.#outgoing?.destroy();
  }

  #end(failure?: WireFailure, detail?: string): void {
    this.#hasEnded = true;
    this.#context.active.delete(this);
    this.#context.onExchange({
      sequence: this.#sequence,
      startedAt: this.#startedAt,
      endedAt: this.#context.now(),
      method: this.#request.method ?? 'GET',
      path: this.#path,
      headers: this.#headers,
      body: this.#requestBody,
      response: this.#captured,
      failure,
      detail,
      isRenewed: this.#isRenewed,
    });
  }
}
