/**
 * Delivers a response: when its head is sent, the pieces of its body, and its end. All transports use these functions; each
 * sends pieces and cuts connections in its own way.
 */
import type { WireBody, WireFailure } from '../journal/exchange.js';
import { keepBody } from '../journal/ring.js';
import type { ApiResponse } from '../service/response.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { waitForAbort, waitUntil } from './wait.js';

/** The number of pieces of a slow body. */
const PIECES = 10;

/**
 * Waits until the head of a response can be sent.
 * @param gone aborted when the client disconnects
 * @returns the failure if no head is sent
 */
export async function untilHead(
  { delivery }: ApiResponse,
  state: WorkspaceState,
  gone: AbortSignal,
): Promise<'aborted' | 'reset' | undefined> {
  const { holdUntil, connection } = delivery ?? {};
  if (holdUntil !== undefined && (await waitUntil(state, holdUntil, gone)) === 'aborted') return 'aborted';
  if (connection !== 'stall') return connection;
  await waitForAbort(gone);
  return 'aborted';
}

/** Whether a body is sent in pieces. A body of one byte cannot be cut, and an empty body has no pieces. */
export function isInPieces({ body, delivery }: ApiResponse): boolean {
  return (delivery?.drip !== undefined && body !== '') || (delivery?.truncate === true && body.length > 1);
}

/**
 * The pieces of a body, each at its time.
 * @returns the failure if the body ended early
 */
export async function* piecesOf(
  { body, delivery, startedAt }: ApiResponse,
  state: WorkspaceState,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array, WireFailure | undefined> {
  const bytes = new TextEncoder().encode(body);
  const { truncate, drip = 0, holdUntil = startedAt } = delivery ?? {};
  if (truncate) {
    yield bytes.subarray(0, bytes.length / 2);
    return 'truncated';
  }
  for (let piece = 1; piece <= PIECES; piece += 1) {
    if ((await waitUntil(state, holdUntil + (drip * piece) / PIECES, gone)) === 'aborted') return 'aborted';
    const [from, to] = [((piece - 1) * bytes.length) / PIECES, (piece * bytes.length) / PIECES];
    yield bytes.subarray(Math.floor(from), Math.floor(to));
  }
  return undefined;
}

/**
 * A body for the journal: only the part that was sent.
 * @param bytes the size of the whole body
 */
export function sentBody(
  { body }: ApiResponse,
  bytes: number,
  failure: WireFailure | undefined,
): WireBody | undefined {
  if (bytes === 0) return undefined;
  if (failure !== 'truncated') return keepBody(body, bytes);
  const half = body.slice(0, body.length / 2);
  return keepBody(half, byteLength(half));
}

/** The size of a string in UTF-8. */
export function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
