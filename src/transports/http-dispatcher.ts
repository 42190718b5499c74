/** Responds to API requests through Node's HTTP server, without Express. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { realMonotonicNow, realNow } from '../base/real-time.js';
import type { Exchange, WireFailure } from '../journal/exchange.js';
import { truncateBody } from '../journal/journal-ring.js';
import { type ApiResponse, journalBody } from '../service/response.js';
import type { Service } from '../service/service.js';
import { BrowserRetryFilter } from './browser-retries.js';
import { sandboxNavigations } from './content-sandbox.js';
import { corsHeaders, isAllowedOrigin, preflightHeaders } from './cors.js';
import { isStreamed, waitForHeaders } from './deliver.js';
import { isNullBodyStatus } from '../base/null-body-status.js';
import { getPath } from '../base/url-path.js';
import { resetConnection, sendChunks } from './stream-body.js';
import { HttpRequest } from './http-request.js';
import { sendProblem } from './send-problem.js';

export interface DispatcherOptions {
  /** Origins of pages that can read responses, in addition to the local origins. */
  readonly allowOrigins?: readonly string[];
  /** Called with each finished exchange, and its duration in real milliseconds. */
  readonly onExchange?: (exchange: Exchange, durationMs: number) => void;
  /** Called with each request before the service responds to it. */
  readonly onRequest?: (request: IncomingMessage) => void;
  /** Called with the origin of each request from a page that cannot read the response. */
  readonly onBlockedOrigin?: (origin: string) => void;
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
  const path = getPath(url) || '/';
  if (path === basePath) return '';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

export function createDispatch(service: Service, options: DispatcherOptions = {}): Dispatch {
  const dispatcher = new Dispatcher(service, options);
  return (incoming, outgoing, path) => dispatcher.dispatch(new HttpRequest(incoming, outgoing, path));
}

class Dispatcher {
  readonly #service: Service;
  readonly #options: DispatcherOptions;
  /** Created when a connection is first reset. */
  #retries: BrowserRetryFilter | undefined;

  constructor(service: Service, options: DispatcherOptions) {
    this.#service = service;
    this.#options = options;
  }

  dispatch(request: HttpRequest): void {
    try {
      if (this.#retries?.isRetry(request.incoming)) return resetConnection(request.incoming.socket);
      this.#reportBlockedOrigin(request);
      if (request.isPreflight) return this.#respondToPreflight(request);
      const body = request.readBody();
      const done = body ? body.then(() => this.#respond(request)) : this.#respond(request);
      done?.catch((error: unknown) => this.#sendInternalError(request, error));
    } catch (error) {
      this.#sendInternalError(request, error);
    }
  }

  /** @returns a promise if the response is not sent yet */
  #respond(request: HttpRequest): Promise<void> | undefined {
    this.#options.onRequest?.(request.incoming);
    const response = this.#service.respond(request);
    const bytes = response.raw ? response.raw.body.length : Buffer.byteLength(response.body);
    const headers = this.#buildHeaders(request, response, bytes);
    if (request.isAborted) return this.#record(request, response, headers, bytes, 'aborted');
    if (response.delivery)
      return this.#sendWithFault(request, response, headers).then((failure) => {
        if (failure === 'reset') (this.#retries ??= new BrowserRetryFilter()).recordReset(request.incoming);
        this.#record(request, response, headers, bytes, failure);
      });
    sendComplete(request.outgoing, response, headers);
    return this.#record(request, response, headers, bytes, undefined);
  }

  /** Sends a response with its delivery: delayed, in chunks, truncated, or never. @returns the failure, if there is one */
  async #sendWithFault(
    { outgoing, incoming, method, receivedAt }: HttpRequest,
    response: ApiResponse,
    headers: string[],
  ): Promise<WireFailure | undefined> {
    const state = this.#service.workspace(response.metadata.workspaceId ?? '', receivedAt);
    const disconnected = new AbortController();
    outgoing.once('close', () => disconnected.abort());
    const failure = await waitForHeaders(response, state, disconnected.signal);
    if (failure === 'reset') resetConnection(incoming.socket);
    if (failure) return failure;
    if (method !== 'HEAD' && isStreamed(response)) {
      writeHead(outgoing, response, headers);
      return sendChunks(outgoing, response, state, disconnected.signal);
    }
    sendComplete(outgoing, response, headers);
    return undefined;
  }

  /** Alternating names and values, as Node and the journal use them. */
  #buildHeaders(request: HttpRequest, response: ApiResponse, bytes: number): string[] {
    const { raw } = response;
    const ownHeaders = raw ? raw.headers : Object.entries(response.headers).flat();
    const headers = sandboxNavigations(ownHeaders, (name) => request.header(name));
    const length = response.delivery?.endsWith ? raw?.declaredLength : bytes;
    if (length !== undefined && !isNullBodyStatus(response.status))
      headers.push('Content-Length', String(length));
    const origin = this.#readableOrigin(request);
    if (origin !== undefined) pushHeaders(headers, corsHeaders(origin, headers));
    // After an informational response, a client waits for a final one.
    if (typeof request.body === 'object' || response.status < 200) headers.push('Connection', 'close');
    return headers;
  }

  #record(
    request: HttpRequest,
    response: ApiResponse,
    headers: string[],
    bytes: number,
    failure: WireFailure | undefined,
  ): undefined {
    const { onExchange } = this.#options;
    const { method, url, incoming, body } = request;
    const hasHeaders = failure !== 'reset' && failure !== 'aborted';
    const raw = this.#service.record(
      {
        endedAt: realNow(),
        method,
        url,
        requestHeaders: incoming.rawHeaders,
        requestBody: typeof body === 'string' ? truncateBody(body, request.bytes) : undefined,
        responseHeaders: hasHeaders ? headers : undefined,
        responseBody: hasHeaders && method !== 'HEAD' ? journalBody(response, bytes, failure) : undefined,
        failure,
      },
      response,
    );
    onExchange?.(raw.toExchange(), realMonotonicNow() - request.startedAt);
  }

  #respondToPreflight(request: HttpRequest): void {
    const { outgoing, requestId } = request;
    const origin = this.#readableOrigin(request);
    const requested = request.header('access-control-request-headers');
    const headers = { 'X-Request-Id': requestId, ...(origin && preflightHeaders(origin, requested)) };
    outgoing.writeHead(204, headers).end();
  }

  #sendInternalError(request: HttpRequest, error: unknown): void {
    const { outgoing, requestId } = request;
    try {
      this.#options.onBug?.(error);
    } finally {
      if (outgoing.headersSent) outgoing.destroy();
      else {
        const origin = this.#readableOrigin(request);
        sendProblem(outgoing, 500, 'internal_error', 'The service failed', { requestId, origin });
      }
    }
  }

  /** Reports a page that cannot read the response. Pages of this server have the same origin. */
  #reportBlockedOrigin({ incoming: { headers } }: HttpRequest): void {
    const { allowOrigins = [], onBlockedOrigin } = this.#options;
    const { origin, host } = headers;
    if (origin === undefined || !onBlockedOrigin || isAllowedOrigin(origin, allowOrigins)) return;
    if (origin.replace(/^https?:\/\//, '') !== host)
      onBlockedOrigin(this.#service.redactor.redactText(origin));
  }

  /** The origin of the requesting page, if it can read the response. */
  #readableOrigin({ incoming: { headers } }: HttpRequest): string | undefined {
    const { origin } = headers;
    if (origin === undefined) return undefined;
    return isAllowedOrigin(origin, this.#options.allowOrigins ?? []) ? origin : undefined;
  }
}

function pushHeaders(headers: string[], added: Readonly<Record<string, string>>): void {
  for (const name in added) headers.push(name, added[name] as string);
}

/** Sends the complete response immediately. @param headers alternating names and values */
function sendComplete(outgoing: ServerResponse, response: ApiResponse, headers: string[]): void {
  writeHead(outgoing, response, headers);
  // Node omits the body after HEAD, and for statuses without a body.
  outgoing.end(response.raw?.body ?? response.body);
}

function writeHead(outgoing: ServerResponse, { status, raw }: ApiResponse, headers: string[]): void {
  if (!raw) {
    outgoing.writeHead(status, headers);
    return;
  }
  // Node would add the current date to a recording without one.
  outgoing.sendDate = false;
  if (raw.statusText === undefined) outgoing.writeHead(status, headers);
  else outgoing.writeHead(status, raw.statusText, headers);
}
