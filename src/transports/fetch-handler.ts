/** Responds to a fetch `Request` with a fetch `Response`, for the in-process mock server and the msw handlers. */
import { realNow, setRealTimeout } from '../base/real-time.js';
import { limits } from '../generated/limits.js';
import { toHeaderPairs } from '../journal/exchange.js';
import { truncateBody } from '../journal/journal-ring.js';
import { type ApiResponse, byteLength, isNullBodyStatus, journalBody } from '../service/response.js';
import type { Service } from '../service/service.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { corsHeaders, preflightHeaders, requestIdFor, sandboxNavigations } from './response-headers.js';
import { bodyFailure, bodyBytes, isStreamed, bodyChunks, waitForHead } from './deliver.js';

/**
 * Keeps pending requests alive, because Node garbage-collects their abort signals.
 * refers to the request: a response that stalls would never be aborted.
 */
const pendingRequests = new Set<{ readonly request: Request }>();

export async function handleFetch(service: Service, request: Request): Promise<Response> {
  const entry = { request };
  pendingRequests.add(entry);
  try {
    return await respond(service, request);
  } finally {
    pendingRequests.delete(entry);
  }
}

async function respond(service: Service, request: Request): Promise<Response> {
  const origin = request.headers.get('origin');
  if (request.method === 'OPTIONS' && request.headers.has('access-control-request-method'))
    return respondToPreflight(request, origin);
  const { pathname } = new URL(request.url);
  const { basePath } = service.shared;
  const text = request.body === null ? undefined : await request.text();
  const bytes = text === undefined ? 0 : byteLength(text);
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`);
  const response = service.respond({
    method: request.method,
    path: isBelow ? pathname.slice(basePath.length) : '',
    header: (name) => request.headers.get(name) ?? undefined,
    body: bytes > limits.body_max_bytes ? { tooLarge: true } : text || undefined,
    requestId: requestIdFor(request.headers.get('x-request-id') ?? undefined),
    receivedAt: realNow(),
  });

  // The page is a part of this process, so it can read every response.
  const own = response.raw?.headers ?? Object.entries(response.headers).flat();
  const headers = sandboxNavigations(own, (name) => request.headers.get(name) ?? undefined);
  if (origin !== null) headers.push(...Object.entries(corsHeaders(origin, headers)).flat());
  const state = service.workspace(response.notes.workspaceId ?? '', realNow());
  const failure = response.delivery && (await waitForHead(response, state, request.signal));
  const body = bodyBytes(response);
  const hasBody = request.method !== 'HEAD' && (body.length > 0 || response.delivery?.endsWith !== undefined);
  const outcome = failure ?? (hasBody && isStreamed(response) ? bodyFailure(response) : undefined);
  service.record(
    {
      endedAt: realNow(),
      method: request.method,
      url: request.url,
      requestHeaders: [...request.headers].flat(),
      requestBody: text ? truncateBody(text, bytes) : undefined,
      responseHeaders: failure ? undefined : headers,
      responseBody: !failure && hasBody ? journalBody(response, body.length, outcome) : undefined,
      failure: outcome,
    },
    response,
  );
  return failure ? Response.error() : toResponse(response, headers, hasBody, state, request);
}

/** Responds to a preflight. Browsers and DOM emulations send one before a request with a key to another origin. */
function respondToPreflight({ headers }: Request, origin: string | null): Response {
  const requested = headers.get('access-control-request-headers') ?? undefined;
  const requestId = requestIdFor(headers.get('x-request-id') ?? undefined);
  return new Response(null, {
    status: 204,
    headers: { 'X-Request-Id': requestId, ...(origin !== null && preflightHeaders(origin, requested)) },
  });
}

function toResponse(
  response: ApiResponse,
  sent: readonly string[],
  hasBody: boolean,
  state: WorkspaceState,
  request: Request,
): Response {
  const { status, raw, delivery } = response;
  const headers = new Headers(toHeaderPairs(sent) as [string, string][]);
  const head = { status, headers, ...(raw?.reason !== undefined && { statusText: raw.reason }) };
  if (!hasBody || isNullBodyStatus(status)) return new Response(null, head);
  if (!isStreamed(response)) return new Response(bodyBytes(response), head);
  // Without the length, msw 3 would end a truncated body like a complete one.
  const announced = delivery?.truncateBody ? bodyBytes(response).length : raw?.announced;
  if (announced !== undefined) headers.set('Content-Length', String(announced));
  return new Response(createBodyStream(response, state, request), head);
}

/** The body in its pieces. The stream fails where the response is cut. */
function createBodyStream(
  response: ApiResponse,
  state: WorkspaceState,
  request: Request,
): ReadableStream<Uint8Array> {
  const pieces = bodyChunks(response, state, request.signal);
  const entry = { request };
  pendingRequests.add(entry);
  return new ReadableStream({
    cancel: () => void pendingRequests.delete(entry),
    async pull(controller) {
      const next = await pieces.next();
      if (!next.done) return controller.enqueue(next.value);
      pendingRequests.delete(entry);
      if (next.value === undefined) return controller.close();
      // Without a turn of the event loop here, the client of msw 3 receives neither the head nor the first half.
      await new Promise((turn) => setRealTimeout(turn, 0));
      controller.error(new TypeError('The connection broke off.'));
    },
  });
}
