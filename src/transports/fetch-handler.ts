/** Responds to a Fetch `Request` with a `Response`, for the in-process mock server and the msw handlers. */
import { isNullBodyStatus } from '../base/null-body-status.js';
import { realNow, setRealTimeout } from '../base/real-time.js';
import { limits } from '../generated/limits.js';
import { toHeaderPairs } from '../journal/exchange.js';
import { truncateBody } from '../journal/journal-ring.js';
import { type ApiResponse, byteLength, journalBody } from '../service/response.js';
import type { Service } from '../service/service.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { sandboxNavigations } from './content-sandbox.js';
import { corsHeaders, preflightHeaders } from './cors.js';
import { bodyFailure, bodyBytes, isStreamed, bodyChunks, waitForHeaders } from './deliver.js';
import { getOrCreateRequestId } from './request-id.js';

/** Keeps pending requests alive: otherwise Node collects their abort signals, and a stalled response would never be aborted. */
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
  const { pathname, search } = new URL(request.url);
  const { basePath } = service.shared;
  const text = request.body === null ? undefined : await request.text();
  const bytes = text === undefined ? 0 : byteLength(text);
  const isApiPath = pathname === basePath || pathname.startsWith(`${basePath}/`);
  const response = service.respond({
    method: request.method,
    path: isApiPath ? pathname.slice(basePath.length) : '',
    query: search,
    header: (name) => request.headers.get(name) ?? undefined,
    body: bytes > limits.body_max_bytes ? { tooLarge: true } : text || undefined,
    requestId: getOrCreateRequestId(request.headers.get('x-request-id') ?? undefined),
    receivedAt: realNow(),
  });

  // The page is in the same process, so it can read every response.
  const ownHeaders = response.raw?.headers ?? Object.entries(response.headers).flat();
  const headers = sandboxNavigations(ownHeaders, (name) => request.headers.get(name) ?? undefined);
  if (origin !== null) headers.push(...Object.entries(corsHeaders(origin, headers)).flat());
  const state = service.workspace(response.metadata.workspaceId ?? '', realNow());
  const failure = response.delivery && (await waitForHeaders(response, state, request.signal));
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

/** Responds to a preflight, which browsers and DOM emulations send before a request with a key to another origin. */
function respondToPreflight({ headers }: Request, origin: string | null): Response {
  const requested = headers.get('access-control-request-headers') ?? undefined;
  const requestId = getOrCreateRequestId(headers.get('x-request-id') ?? undefined);
  return new Response(null, {
    status: 204,
    headers: { 'X-Request-Id': requestId, ...(origin !== null && preflightHeaders(origin, requested)) },
  });
}

function toResponse(
  response: ApiResponse,
  headerList: readonly string[],
  hasBody: boolean,
  state: WorkspaceState,
  request: Request,
): Response {
  const { status, raw, delivery } = response;
  // A recording can have a status that no `Response` can have.
  if (status < 200 || status > 599) return Response.error();
  const headers = new Headers(toHeaderPairs(headerList) as [string, string][]);
  const init = { status, headers, ...(raw?.statusText !== undefined && { statusText: raw.statusText }) };
  if (!hasBody || isNullBodyStatus(status)) return new Response(null, init);
  if (!isStreamed(response)) return new Response(bodyBytes(response), init);
  // Without the length, msw 3 would end a truncated body like a complete one.
  const declaredLength = delivery?.truncateBody ? bodyBytes(response).length : raw?.declaredLength;
  if (declaredLength !== undefined) headers.set('Content-Length', String(declaredLength));
  return new Response(createBodyStream(response, state, request), init);
}

/** Streams the body in chunks. The stream fails where the response is truncated. */
function createBodyStream(
  response: ApiResponse,
  state: WorkspaceState,
  request: Request,
): ReadableStream<Uint8Array> {
  const chunks = bodyChunks(response, state, request.signal);
  const entry = { request };
  pendingRequests.add(entry);
  return new ReadableStream({
    cancel: () => void pendingRequests.delete(entry),
    async pull(controller) {
      const next = await chunks.next();
      if (!next.done) return controller.enqueue(next.value);
      pendingRequests.delete(entry);
      if (next.value === undefined) return controller.close();
      // Without a turn of the event loop here, the client of msw 3 receives neither the head nor the first half.
      await new Promise((resolve) => setRealTimeout(resolve, 0));
      controller.error(new TypeError('The connection was closed.'));
    },
  });
}
