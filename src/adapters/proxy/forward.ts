/**
 * One request on its way to the upstream, and the answer on its way back: the bytes as they come, no faster than the other
 * side takes them, and broken off where they break off. What went by is handed on once it is over; nothing waits for that.
 */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { WireFailure } from '../../journal/exchange.js';
import { BodyTap } from './body-tap.js';
import { breakOff } from './break-off.js';
import { failureOf, type Trouble } from './failure.js';
import { limitConnecting } from './limit-connecting.js';
import { answerOwn, type OwnReason } from './own-answer.js';
import { pairsOf, requestHeaders, responseHeaders } from './pass-headers.js';
import { pump } from './pump.js';
import { sendHeadSoon } from './send-head.js';
import { sendInformation } from './send-information.js';
import type { Upstream } from './upstream.js';

/** What went by, as it was on the wire. */
export interface Passed {
  readonly sequence: number;
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly method: string;
  readonly path: string;
  /** Names and values in turn, as they were sent on. */
  readonly headers: readonly string[];
  readonly body: BodyTap | undefined;
  readonly answer: PassedAnswer | undefined;
  readonly failure: WireFailure | undefined;
}

export interface PassedAnswer {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: BodyTap;
}

export interface Way {
  readonly upstream: Upstream;
  readonly now: () => number;
  /** Is told of every exchange once it is over. */
  readonly onPassed: (passed: Passed) => void;
  /** What has not ended. */
  readonly active: Set<Forward>;
  /** Is told of every answer that is the proxy's own. */
  readonly onOwn: (reason: OwnReason, detail: string) => void;
}

/** Methods that may be sent again when a kept connection turns out to be closed: they ask, and bring nothing. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

export class Forward {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #way: Way;
  readonly #sequence: number;
  readonly #startedAt: number;
  readonly #path: string;
  readonly #headers: string[];
  readonly #sent: BodyTap | undefined;
  readonly #mayRepeat: boolean;
  #outgoing: ClientRequest | undefined;
  #answer: PassedAnswer | undefined;
  #isConnected = false;
  #isOver = false;

  constructor(request: IncomingMessage, response: ServerResponse, path: string, sequence: number, way: Way) {
    this.#request = request;
    this.#response = response;
    this.#way = way;
    this.#sequence = sequence;
    this.#startedAt = way.now();
    this.#path = path;
    this.#headers = requestHeaders(request.rawHeaders, request.headers.connection, way.upstream.host);
    const hasBody =
      request.headers['transfer-encoding'] !== undefined ||
      Number(request.headers['content-length'] ?? 0) > 0;
    this.#sent = hasBody ? new BodyTap() : undefined;
    this.#mayRepeat = !hasBody && REPEATABLE.has(request.method ?? '');
    // Node would announce chunks where a method may have a body and nothing says that it has none.
    if (!hasBody && !this.#mayRepeat && request.headers['content-length'] === undefined)
      this.#headers.push('Content-Length', '0');
    way.active.add(this);
    response.on('close', () => this.#clientLeft());
  }

  send(mayRepeat = this.#mayRepeat): void {
    const { method = 'GET' } = this.#request;
    let outgoing: ClientRequest;
    try {
      outgoing = this.#way.upstream.request(
        { method, path: this.#path, headers: this.#headers },
        this.#mayRepeat,
      );
    } catch (error) {
      return this.#answerOwn('bad-request', error instanceof Error ? error.message : String(error));
    }
    this.#outgoing = outgoing;
    limitConnecting(
      outgoing,
      () => (this.#isConnected = true),
      (detail) => this.#fail({ reason: 'unreachable', failure: 'unreachable', detail }),
    );
    outgoing.on('response', (incoming) => this.#passBack(incoming));
    outgoing.on('information', (information) => sendInformation(this.#response, information));
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy();
      this.#fail({ reason: 'not-http', failure: 'protocol', detail: 'it changed the protocol unasked' });
    });
    outgoing.on('timeout', () =>
      this.#fail({ reason: 'timeout', failure: 'timeout', detail: 'it was silent for too long' }),
    );
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#isOver || this.#answer) return;
      if (mayRepeat && outgoing.reusedSocket && error.code === 'ECONNRESET') return this.send(false);
      this.#fail(failureOf(error, this.#isConnected));
    });
    if (!this.#sent) return void outgoing.end();
    sendHeadSoon(outgoing, this.#sent);
    pump(this.#request, outgoing, this.#sent, () => this.#endRequest(outgoing));
  }

  /** Ends it in the middle, from the proxy's side. */
  cut(): void {
    this.#clientLeft();
    this.#response.destroy();
  }

  #endRequest(outgoing: ClientRequest): void {
    if (this.#request.rawTrailers.length > 0) outgoing.addTrailers(pairsOf(this.#request.rawTrailers));
    outgoing.end();
  }

  #passBack(incoming: IncomingMessage): void {
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
    const body = new BodyTap();
    this.#answer = { status: statusCode, headers, body };
    sendHeadSoon(response, body);
    pump(incoming, response, body, () => {
      // Before HTTP/1.1 every body without a length ended like this one.
      if (!incoming.complete && httpVersionMinor > 0) return;
      if (incoming.rawTrailers.length > 0) response.addTrailers(pairsOf(incoming.rawTrailers));
      response.end();
      this.#over();
    });
    incoming.on('error', () => {});
    incoming.on('close', () => {
      if (this.#isOver) return;
      const isReset = incoming.socket.errored !== null;
      this.#over(isReset ? 'reset' : 'truncated');
      breakOff(response, isReset);
    });
  }

  /** There will be no answer, or no more of it. */
  #fail({ reason, failure, detail }: Trouble): void {
    if (this.#isOver) return;
    const isUnder = this.#answer !== undefined;
    this.#over(failure);
    this.#outgoing?.destroy();
    if (isUnder) breakOff(this.#response, false);
    else if (reason === undefined) breakOff(this.#response, failure === 'reset');
    else this.#answerOwn(reason, `${this.#way.upstream.origin}: ${detail}`);
  }

  #answerOwn(reason: OwnReason, detail: string): void {
    this.#isOver = true;
    this.#way.active.delete(this);
    this.#way.onOwn(reason, detail);
    answerOwn(this.#response, reason, detail);
  }

  #clientLeft(): void {
    if (this.#isOver) return;
    this.#over('aborted');
    this.#outgoing?.destroy();
  }

  #over(failure?: WireFailure): void {
    this.#isOver = true;
    this.#way.active.delete(this);
    this.#way.onPassed({
      sequence: this.#sequence,
      startedAt: this.#startedAt,
      endedAt: this.#way.now(),
      method: this.#request.method ?? 'GET',
      path: this.#path,
      headers: this.#headers,
      body: this.#sent,
      answer: this.#answer,
      failure,
    });
  }
}
