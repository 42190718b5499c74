/**
 * The dispatcher: responds to API requests through Node's HTTP server, without Express. Requests outside the API's base path
 * are for other handlers.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { andThen, type Awaitable } from '../base/awaitable.js';
import { realElapsed, realNow } from '../base/real-time.js';
import { problems } from '../generated/problems.js';
import type { Exchange, WireFailure } from '../journal/exchange.js';
import { keepBody } from '../journal/ring.js';
import type { ApiResponse } from '../service/response.js';
import type { Service } from '../service/service.js';
import { corsHeaders, mayRead, preflightHeaders } from './cors.js';
import { sentBody } from './deliver.js';
import { HttpCall } from './http-call.js';
import { pathOf } from '../base/url-path.js';
import { BrowserRetries } from './browser-retries.js';
import { resetConnection, send, sendDelivered } from './http-send.js';
import { sendProblem } from './problem.js';

export interface DispatcherOptions {
  /** Origins of pages that can read responses, in addition to the local origins. */
  readonly allowOrigins?: readonly string[];
  /** Whether the server listens for other machines. Default: only the address of each connection is checked. */
  readonly isExposed?: () => boolean;
  /** Called with each finished exchange, and its duration in real milliseconds. */
  readonly onExchange?: (exchange: Exchange, took: number) => void;
  /** Called with the origin of each request from a page that cannot read the response. */
  readonly onRefusedOrigin?: (origin: string) => void;
  /** Called with each response before it is sent. */
  readonly onResponse?: (response: ApiResponse) => void;
  /** Called with each bug in the handling of a request. The client gets a 500. */
  readonly onBug?: (error: unknown) => void;
}

/** Responds to an API request; `path` is relative to the base path. */
export type Dispatch = (request: IncomingMessage, response: ServerResponse, path: string) => void;

/** The path relative to the API's base path; `undefined` for requests outside the API. */
export function apiPath(url: string, basePath: string): string | undefined {
  if (url.startsWith(basePath)) {
    const after = url.charCodeAt(basePath.length);
    if (after === 47 /* / */) {
      const query = url.indexOf('?', basePath.length);
      return query === -1 ? url.slice(basePath.length) : url.slice(basePath.length, query);
    }
  }
  const path = pathOf(url) || '/';
  if (path === basePath) return '';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

export function createDispatch(service: Service, options: DispatcherOptions = {}): Dispatch {
  const { isExposed = () => false } = options;
  const dispatcher = new Dispatcher(service, options);
  return (request, response, path) => dispatcher.dispatch(new HttpCall(request, response, path, isExposed()));
}

class Dispatcher {
  readonly #service: Service;
  readonly #options: DispatcherOptions;
  readonly #retries = new BrowserRetries();

  constructor(service: Service, options: DispatcherOptions) {
    this.#service = service;
    this.#options = options;
  }

  dispatch(call: HttpCall): void {
    try {
      if (this.#retries.isRetry(call.incoming)) return resetConnection(call.incoming.socket);
      if (call.origin !== undefined) this.#noteOrigin(call, call.origin);
      if (call.isPreflight) return this.#allow(call);
      const done = andThen(call.readBody(), () => this.#respond(call));
      if (done instanceof Promise) done.catch((error: unknown) => this.#fail(call, error));
    } catch (error) {
      this.#fail(call, error);
    }
  }

  #respond(call: HttpCall): Awaitable<void> {
    if (call.isBusy) return this.#refuseBusy(call);
    return andThen(this.#service.respond(call), (response) => this.#deliver(call, response));
  }

  #deliver(call: HttpCall, response: ApiResponse): Awaitable<void> {
    this.#options.onResponse?.(response);
    const { outgoing } = call;
    const bytes = Buffer.byteLength(response.body);
    const headers = this.#headersOf(call, response, bytes);
    if (call.isGone) return this.#record(call, response, headers, bytes, 'aborted');
    if (response.delivery) {
      const state = this.#service.workspace(response.notes.workspaceId ?? '', call.at);
      const delivered = sendDelivered(outgoing, response, headers, state);
      return delivered.then((failure) => {
        if (failure === 'reset') this.#retries.noteReset(call.incoming);
        this.#record(call, response, headers, bytes, failure);
      });
    }
    send(outgoing, response, headers);
    this.#record(call, response, headers, bytes, undefined);
  }

  /** Names and values in turn, the form of Node and of the journal. */
  #headersOf(call: HttpCall, response: ApiResponse, bytes: number): string[] {
    const headers: string[] = [];
    pushHeaders(headers, response.headers);
    if (response.status !== 204) headers.push('Content-Length', String(bytes));
    const origin = this.#readableOrigin(call);
    if (origin !== undefined) pushHeaders(headers, corsHeaders(origin));
    if (call.isTooLarge) headers.push('Connection', 'close');
    return headers;
  }

  #record(
    call: HttpCall,
    response: ApiResponse,
    headers: string[],
    bytes: number,
    failure: WireFailure | undefined,
  ): void {
    const { onExchange } = this.#options;
    const { method, url, incoming, text } = call;
    this.#retries.noteResponse(incoming);
    const hasHead = failure !== 'reset' && failure !== 'aborted';
    const raw = this.#service.record(
      {
        endedAt: realNow(),
        method,
        url,
        requestHeaders: incoming.rawHeaders,
        requestBody: text === undefined ? undefined : keepBody(text, call.bytes),
        responseHeaders: hasHead ? headers : undefined,
        responseBody: hasHead && method !== 'HEAD' ? sentBody(response, bytes, failure) : undefined,
        failure,
      },
      response,
    );
    onExchange?.(raw.finish(), realElapsed() - call.began);
  }

  #allow(call: HttpCall): void {
    const { outgoing, requestId } = call;
    const origin = this.#readableOrigin(call);
    const asked = call.header('access-control-request-headers');
    const headers = { 'X-Request-Id': requestId, ...(origin && preflightHeaders(origin, asked)) };
    outgoing.writeHead(204, headers).end();
  }

  /** Refuses a request without the service: to record it would take the memory that is missing. */
  #refuseBusy(call: HttpCall): void {
    const { outgoing, requestId } = call;
    outgoing.setHeader('Retry-After', '1');
    outgoing.setHeader('Connection', 'close');
    const { status, title } = problems.service_unavailable;
    const origin = this.#readableOrigin(call);
    sendProblem(outgoing, status, 'service_unavailable', title, requestId, origin, 'Too many bodies arrive.');
  }

  #fail(call: HttpCall, error: unknown): void {
    const { outgoing, requestId } = call;
    try {
      this.#options.onBug?.(error);
    } finally {
      if (outgoing.headersSent) outgoing.destroy();
      else
        sendProblem(
          outgoing,
          500,
          'internal_error',
          'The service failed',
          requestId,
          this.#readableOrigin(call),
        );
    }
  }

  /** Reports a page that cannot read the response. Pages of this server need no permission. */
  #noteOrigin({ incoming }: HttpCall, origin: string): void {
    const { allowOrigins = [], onRefusedOrigin } = this.#options;
    if (!onRefusedOrigin || mayRead(origin, allowOrigins)) return;
    if (origin.replace(/^https?:\/\//, '') !== incoming.headers.host) onRefusedOrigin(origin);
  }

  /** The origin of the requesting page, if it can read the response. */
  #readableOrigin({ origin }: HttpCall): string | undefined {
    if (origin === undefined) return undefined;
    return mayRead(origin, this.#options.allowOrigins ?? []) ? origin : undefined;
  }
}

function pushHeaders(headers: string[], more: Readonly<Record<string, string>>): void {
  for (const name in more) headers.push(name, more[name] as string);
}
