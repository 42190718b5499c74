/**
 * Forwards one request to the upstream and the response to the client: the bytes unchanged, with backpressure, and broken
 * where the other side broke them. When the exchange has ended, it is reported for the journal.
 */
import type { ClientRequest, IncomingMessage, InformationEvent, ServerResponse } from 'node:http';
import type { WireFailure } from '../../journal/exchange.js';
import { BodyCapture, streamBody } from './body-capture.js';
import type { CapturedExchange, CapturedResponse } from './captured.js';
import { upstreamFailure, type UpstreamFailure } from './upstream-failure.js';
import { setConnectTimeout } from './connect-timeout.js';
import { proxyResponse, sendProxyResponse, type ProxyReason, type ProxyResponse } from './proxy-response.js';
import { pairsOf, requestHeaders, responseHeaders } from './forwarded-headers.js';
import { abortResponse, sendHeadSoon, unsendableHead } from './send-head.js';
import { MAX_INFORMATIONAL, sendInformational } from './send-informational.js';
import type { Upstream } from './upstream.js';
import type { UpstreamConnections } from './upstream-connections.js';

export interface ForwardContext {
  readonly upstream: Upstream;
  /** The bytes of each body that are captured. */
  readonly maxBody: number;
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
  #informational = 0;
  /** What Node reported after the head of the response. */
  #lateFailure: UpstreamFailure | undefined;
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
    this.#requestBody = hasBody ? new BodyCapture(context.maxBody) : undefined;
    this.#connections = context.upstream.connectionsOf(request.socket);
    // For methods that can have a body, Node would add `Transfer-Encoding: chunked` if there is no length.
    const isBodiless = BODILESS_METHODS.has(request.method ?? '');
    if (!hasBody && !isBodiless && request.headers['content-length'] === undefined)
      this.#headers.push('Content-Length', '0');
    context.active.add(this);
    response.on('close', () => this.#onClientClose());
    response.on('error', () => response.destroy());
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
      return this.#refuse(error);
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
    outgoing.on('response', (incoming) => this.#contain(() => this.#returnResponse(incoming)));
    outgoing.on('information', (information) => this.#contain(() => this.#returnInformation(information)));
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
      if (this.#hasEnded) return;
      const failure = upstreamFailure(error, this.#isConnected, this.#context.upstream.proxy);
      // After its head, a response ends with its connection: it can be complete in spite of the error.
      if (this.#captured) this.#lateFailure = failure;
      else this.#fail(failure);
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
    const { rawTrailers } = this.#request;
    try {
      if (rawTrailers.length > 0) outgoing.addTrailers(pairsOf(rawTrailers));
    } catch (error) {
      return this.#refuse(error);
    }
    outgoing.end();
  }

  /** What an upstream sends can make Node throw. That ends its exchange, and nothing else. */
  #contain(step: () => void): void {
    try {
      step();
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      this.#fail({ reason: 'not-http', failure: 'protocol', detail });
    }
  }

  #returnInformation(information: InformationEvent): void {
    this.#informational += 1;
    if (this.#informational <= MAX_INFORMATIONAL) return sendInformational(this.#response, information);
    const detail = `it sent more than ${MAX_INFORMATIONAL} informational responses (1xx) to one request`;
    this.#fail({ reason: 'not-http', failure: 'protocol', detail });
  }

  #returnResponse(incoming: IncomingMessage): void {
    if (this.#refusal !== undefined) {
      const detail = `the proxy ${this.#context.upstream.proxy} responded with ${this.#refusal}, and did not connect`;
      return this.#fail({ reason: 'unreachable', failure: 'gateway', detail });
    }
    const response = this.#response;
    const { statusCode = 0, statusMessage = '', httpVersion, httpVersionMinor, rawHeaders } = incoming;
    const unsendable = unsendableHead(statusCode, statusMessage);
    if (unsendable !== undefined)
      return this.#fail({ reason: 'not-http', failure: 'protocol', detail: unsendable });
    const mayBeChunked = this.#request.httpVersionMinor > 0;
    const headers = responseHeaders(rawHeaders, incoming.headers.connection, mayBeChunked);
    response.sendDate = false;
    response.writeHead(statusCode, statusMessage, headers);
    const body = new BodyCapture(this.#context.maxBody);
    this.#captured = {
      startedAt: this.#context.now(),
      status: statusCode,
      statusText: statusMessage,
      httpVersion: `HTTP/${httpVersion}`,
      headers: rawHeaders,
      body,
    };
    sendHeadSoon(response, body);
    streamBody(incoming, response, body, () => {
      // In HTTP/1.0 a body without a length ends with its connection. Node calls such a body incomplete.
      if (incoming.complete || httpVersionMinor === 0) this.#contain(() => this.#endResponse(incoming));
    });
    incoming.on('error', () => {});
    incoming.on('close', () => {
      if (this.#hasEnded) return;
      const isReset = incoming.socket.errored !== null;
      if (this.#lateFailure?.failure === 'protocol') this.#end('protocol', this.#lateFailure.detail);
      else if (isReset) this.#end('reset', 'it reset the connection in the middle of the response');
      else this.#end('truncated', 'it closed the connection in the middle of the response');
      abortResponse(response, isReset);
    });
  }

  #endResponse({ rawTrailers }: IncomingMessage): void {
    if (rawTrailers.length > 0) this.#response.addTrailers(pairsOf(rawTrailers));
    this.#response.end();
    this.#end();
  }

  /** The upstream failed: there is no response, or it is incomplete. */
  #fail({ reason, failure, detail, isReset = false }: UpstreamFailure): void {
    if (this.#hasEnded) return;
    const hasStarted = this.#captured !== undefined;
    if (hasStarted || reason === undefined) {
      this.#end(failure, detail);
      abortResponse(this.#response, !hasStarted && isReset);
    } else {
      const full = `${this.#context.upstream.origin}: ${detail}`;
      const own = proxyResponse(reason, full);
      this.#end(failure, detail, own);
      this.#context.onProxyResponse(reason, full);
      sendProxyResponse(this.#response, own);
    }
    this.#outgoing?.destroy();
  }

  /** Node refuses to send what the client sent, so there is no exchange with the upstream. */
  #refuse(error: unknown): void {
    this.#outgoing?.destroy();
    const detail = error instanceof Error ? error.message : String(error);
    this.#hasEnded = true;
    this.#context.active.delete(this);
    this.#context.onProxyResponse('bad-request', detail);
    sendProxyResponse(this.#response, proxyResponse('bad-request', detail));
  }

  #onClientClose(): void {
    if (this.#hasEnded) return;
    this.#end('aborted', 'the client disconnected before the end of the response');
    this.#outgoing?.destroy();
  }

  #end(failure?: WireFailure, detail?: string, own?: ProxyResponse): void {
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
      proxyResponse: own,
      failure,
      detail,
      isRenewed: this.#isRenewed,
    });
  }
}
