/** Answers a fetch `Request` with a fetch `Response`: what the in-process stand-in and the msw handlers share. */
import { limits } from '../generated/limits.js';
import type { WireFailure } from '../journal/exchange.js';
import { keepBody } from '../journal/ring.js';
import type { Answer } from '../service/api.js';
import type { Service } from '../service/service.js';
import { realNow, setRealTimeout } from './real-time.js';
import { requestIdFor } from './request-id.js';
import { waitForAbort, waitUntil } from './wait.js';

/** How many pieces a slow body arrives in. */
const DRIPS = 10;

export async function answerFetch(service: Service, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { basePath } = service.world;
  const text = request.body === null ? undefined : await request.text();
  const bytes = text === undefined ? 0 : byteLength(text);
  const isBelow = pathname === basePath || pathname.startsWith(`${basePath}/`);
  const answer = await service.answer({
    method: request.method,
    path: isBelow ? pathname.slice(basePath.length) : '',
    header: (name) => request.headers.get(name) ?? undefined,
    body: bytes > limits.body_max_bytes ? { tooLarge: true } : text || undefined,
    requestId: requestIdFor(request.headers.get('x-request-id') ?? undefined),
    at: realNow(),
  });

  const failure = await hold(service, answer, request.signal);
  const response = failure ? Response.error() : toResponse(service, answer, request);
  service.record(
    {
      endedAt: realNow(),
      request: {
        method: request.method,
        url: request.url,
        headers: [...request.headers],
        ...(text && { body: keepBody(text, bytes) }),
      },
      ...(!failure && {
        response: {
          status: answer.status,
          headers: Object.entries(answer.headers),
          ...(answer.body !== '' &&
            request.method !== 'HEAD' && { body: keepBody(answer.body, byteLength(answer.body)) }),
        },
      }),
      ...((failure ?? answer.delivery?.truncate) && { failure: failure ?? 'truncated' }),
    },
    answer,
  );
  return response;
}

/** Holds an answer back, for as long as its scenario has it; says what became of the connection if there is no answer. */
async function hold(service: Service, answer: Answer, signal: AbortSignal): Promise<WireFailure | undefined> {
  const { delivery } = answer;
  if (!delivery) return undefined;
  const state = service.workspace(answer.notes.workspaceId ?? '', realNow());
  if (delivery.holdUntil !== undefined && (await waitUntil(state, delivery.holdUntil, signal)) === 'aborted')
    return 'aborted';
  if (delivery.connection === 'stall') {
    await waitForAbort(signal);
    return 'aborted';
  }
  return delivery.connection;
}

function toResponse(service: Service, answer: Answer, request: Request): Response {
  const { status, headers, body, delivery } = answer;
  const isBodiless = body === '' || request.method === 'HEAD' || [204, 205, 304].includes(status);
  if (isBodiless) return new Response(null, { status, headers });
  if (delivery?.truncate) return brokenResponse(body, { status, headers });
  if (delivery?.drip !== undefined)
    return new Response(slowStream(service, answer, delivery.drip, request.signal), { status, headers });
  return new Response(body, { status, headers });
}

/**
 * Half of the promised body, and then an error. Without the length, msw 3 ends such a body as if it were whole; without a
 * turn of the event loop in between, its client sees neither head nor half.
 */
function brokenResponse(body: string, { status, headers }: Pick<Answer, 'status' | 'headers'>): Response {
  const bytes = new TextEncoder().encode(body);
  let sent = false;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent) {
        await new Promise((turn) => setRealTimeout(turn, 0));
        controller.error(new TypeError('The connection broke off.'));
      } else controller.enqueue(bytes.subarray(0, bytes.length / 2));
      sent = true;
    },
  });
  return new Response(stream, { status, headers: { ...headers, 'Content-Length': String(bytes.length) } });
}

function slowStream(
  service: Service,
  answer: Answer,
  drip: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(answer.body);
  const state = service.workspace(answer.notes.workspaceId ?? '', realNow());
  const start = answer.delivery?.holdUntil ?? answer.startedAt;
  let piece = 0;
  return new ReadableStream({
    async pull(controller) {
      piece += 1;
      await waitUntil(state, start + (drip * piece) / DRIPS, signal);
      const [from, to] = [((piece - 1) * bytes.length) / DRIPS, (piece * bytes.length) / DRIPS];
      controller.enqueue(bytes.subarray(Math.floor(from), Math.floor(to)));
      if (piece === DRIPS) controller.close();
    },
  });
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
