/**
 * The dispatcher: answers the API's requests from Node's HTTP server, ahead of Express and without it. Everything that is
 * not below the API's base path is somebody else's.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { limits } from '../generated/limits.js';
import type { Exchange, WireFailure } from '../journal/exchange.js';
import { keepBody } from '../journal/ring.js';
import type { Answer } from '../service/api.js';
import { corsHeaders, mayRead, preflightHeaders } from './cors.js';
import type { Deckhand } from './deckhand.js';
import { headerOf, pairsOf, pathOf, readIncoming, type IncomingBody } from './http-request.js';
import { sendPlainly, sendWithFault, type Reply } from './http-reply.js';
import { realElapsed, realNow } from './real-time.js';
import { requestIdFor } from './request-id.js';

export interface DispatcherOptions {
  /** Origins beside the local ones whose pages may read answers. */
  readonly allowOrigins?: readonly string[];
  /** Is told of every exchange once it is over, and how many real milliseconds it took. */
  readonly onExchange?: (exchange: Exchange, took: number) => void;
  /** Is shown every answer before it is sent. */
  readonly onAnswer?: (answer: Answer) => void;
  /** Has every bug that surfaced while a request was answered. The client gets a 500. */
  readonly onBug?: (error: unknown) => void;
}

/** A body that something before us, such as `express.json()`, has read already. */
interface MaybeParsed {
  readonly body?: unknown;
}

/** Answers one request of the API; `path` is the one below the base path. */
export type Dispatch = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

/** The path below the API's base path; `undefined` when the request is not the API's. */
export function apiPath(url: string, basePath: string): string | undefined {
  if (url.startsWith(basePath)) {
    const after = url.charCodeAt(basePath.length);
    if (after === 47 /* / */) {
      const query = url.indexOf('?', basePath.length);
      return query === -1 ? url.slice(basePath.length) : url.slice(basePath.length, query);
    }
  }
  const path = pathOf(url);
  if (path === basePath) return '';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : undefined;
}

export function createDispatch(deckhand: Deckhand, options: DispatcherOptions = {}): Dispatch {
  const { service } = deckhand;
  const { allowOrigins = [], onExchange, onAnswer, onBug } = options;

  return async (request, response, path) => {
    const began = realElapsed();
    const at = realNow();
    const requestId = requestIdFor(headerOf(request, 'x-request-id'));
    const origin = readableOrigin(request, allowOrigins);
    try {
      if (isPreflight(request)) {
        response
          .writeHead(204, {
            'X-Request-Id': requestId,
            ...(origin && preflightHeaders(origin, request.headers['access-control-request-headers'])),
          })
          .end();
        return;
      }
      const body = await bodyOf(request);
      // Half a request changes nothing: without a body it is refused, and nobody is there to hear it.
      const isGone = body === undefined && request.destroyed && !request.complete;
      const answer = await service.answer({
        method: request.method ?? 'GET',
        path,
        header: (name) => headerOf(request, name),
        body: body && ('text' in body ? body.text || undefined : body),
        requestId,
        at,
      });
      onAnswer?.(answer);
      const reply = toReply(request, answer, origin, body);
      let failure: WireFailure | undefined;
      if (isGone) {
        failure = 'aborted';
      } else if (answer.delivery) {
        const state = service.workspace(answer.notes.workspaceId ?? '', at);
        failure = await sendWithFault(request, response, reply, state);
      } else {
        sendPlainly(response, reply);
      }
      const exchange = service.record(
        {
          endedAt: realNow(),
          request: wireRequest(request, body),
          ...(failure !== 'reset' && failure !== 'aborted' && { response: wireResponse(reply, failure) }),
          ...(failure && { failure }),
        },
        answer,
      );
      onExchange?.(exchange, realElapsed() - began);
    } catch (error) {
      onBug?.(error);
      if (response.headersSent) response.destroy();
      else sendProblem(response, 500, 'internal_error', 'The service failed', requestId, origin);
    }
  };
}

/** The origin of the page that asks, when it may read the answer. */
function readableOrigin(request: IncomingMessage, named: readonly string[]): string | undefined {
  const { origin } = request.headers;
  return origin !== undefined && mayRead(origin, named) ? origin : undefined;
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function bodyOf(
  request: IncomingMessage & MaybeParsed,
): Promise<IncomingBody | undefined> | IncomingBody | undefined {
  const { method, headers } = request;
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (request.readableEnded && request.body !== undefined) {
    const { body } = request;
    const text = Buffer.isBuffer(body)
      ? body.toString('utf8')
      : typeof body === 'string'
        ? body
        : JSON.stringify(body);
    const bytes = Buffer.byteLength(text);
    return bytes > limits.body_max_bytes ? { tooLarge: true } : { text, bytes };
  }
  if (Number(headers['content-length'] ?? 0) > limits.body_max_bytes) return { tooLarge: true };
  return readIncoming(request, limits.body_max_bytes);
}

function toReply(
  request: IncomingMessage,
  answer: Answer,
  origin: string | undefined,
  body: IncomingBody | undefined,
): Reply {
  const bytes = Buffer.byteLength(answer.body);
  const headers: string[] = [];
  for (const name in answer.headers) headers.push(name, answer.headers[name] as string);
  if (answer.status !== 204) headers.push('Content-Length', String(bytes));
  if (origin !== undefined) headers.push(...Object.entries(corsHeaders(origin)).flat());
  if (body && 'tooLarge' in body) headers.push('Connection', 'close');
  return { answer, headers, bytes, isHead: request.method === 'HEAD' };
}

function wireRequest(
  request: IncomingMessage & { originalUrl?: string },
  body: IncomingBody | undefined,
): Exchange['request'] {
  return {
    method: request.method ?? 'GET',
    url: request.originalUrl ?? request.url ?? '/',
    headers: pairsOf(request.rawHeaders),
    ...(body && 'text' in body && body.bytes > 0 && { body: keepBody(body.text, body.bytes) }),
  };
}

function wireResponse(
  { answer, headers, bytes, isHead }: Reply,
  failure: WireFailure | undefined,
): NonNullable<Exchange['response']> {
  const { status, body } = answer;
  const pairs = pairsOf(headers);
  if (bytes === 0 || isHead) return { status, headers: pairs };
  // Of a body that breaks off, what was sent of it.
  const sent = failure === 'truncated' ? body.slice(0, body.length / 2) : body;
  return { status, headers: pairs, body: keepBody(sent, failure ? Buffer.byteLength(sent) : bytes) };
}

/** A problem from the edge, where the service was not reached or did not answer. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  title: string,
  requestId: string,
  origin?: string,
  detail = title,
): void {
  const body = JSON.stringify({ type: 'about:blank', title, status, detail, code, request_id: requestId });
  response.writeHead(status, {
    'Content-Type': 'application/problem+json',
    'Content-Length': Buffer.byteLength(body),
    'X-Request-Id': requestId,
    ...(origin && corsHeaders(origin)),
  });
  response.end(body);
}
