/**
 * Delivers a response: when its head is sent, the pieces of its body, and its end. All transports use these functions; each
 * sends pieces and cuts connections in its own way.
 */
import type { WireFailure } from '../journal/exchange.js';
import type { ApiResponse } from '../service/response.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { realDelayUntil } from '../service/clock.js';
import { clearRealTimeout, realNow, setRealTimeout } from '../base/real-time.js';

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
export function isInPieces({ body, wire, delivery }: ApiResponse): boolean {
  if (delivery?.breaksOff) return true;
  const length = wire?.body.length ?? body.length;
  return (delivery?.drip !== undefined && length > 0) || (delivery?.truncate === true && length > 1);
}

/** The whole body as bytes. */
export function bytesOf({ body, wire }: ApiResponse): Uint8Array<ArrayBuffer> {
  return wire ? new Uint8Array(wire.body) : new TextEncoder().encode(body);
}

/** How a response in pieces ends, if it does not end well. */
export function breakOf({ delivery }: ApiResponse): WireFailure | undefined {
  const { truncate, breaksOff } = delivery ?? {};
  if (breaksOff === 'stall') return 'aborted';
  return truncate || breaksOff === 'cut' ? 'truncated' : breaksOff;
}

/**
 * The pieces of a body, each at its time.
 * @returns the failure if the body ended early
 */
export async function* piecesOf(
  response: ApiResponse,
  state: WorkspaceState,
  gone: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, WireFailure | undefined> {
  const { delivery, startedAt } = response;
  const bytes = bytesOf(response);
  const { truncate, breaksOff, drip = 0, holdUntil = startedAt } = delivery ?? {};
  if (truncate) {
    yield bytes.subarray(0, bytes.length / 2);
    return 'truncated';
  }
  for (let piece = 1; piece <= PIECES; piece += 1) {
    if ((await waitUntil(state, holdUntil + (drip * piece) / PIECES, gone)) === 'aborted') return 'aborted';
    const [from, to] = [((piece - 1) * bytes.length) / PIECES, (piece * bytes.length) / PIECES];
    yield bytes.subarray(Math.floor(from), Math.floor(to));
  }
  if (breaksOff === 'stall') await waitForAbort(gone);
  return breakOf(response);
}

/** The maximum delay of `setTimeout`. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Resolves when the clock reaches the instant or the signal is aborted, with the reason. A reset of the clock also ends the
 * wait.
 */
function waitUntil(
  state: WorkspaceState,
  instant: number,
  signal: AbortSignal,
): Promise<'reached' | 'aborted'> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setRealTimeout> | undefined;
    const finish = (outcome: 'reached' | 'aborted'): void => {
      clearRealTimeout(timer);
      stopListening();
      signal.removeEventListener('abort', abort);
      resolve(outcome);
    };
    const abort = (): void => finish('aborted');
    const check = (): void => {
      clearRealTimeout(timer);
      const delay = realDelayUntil(state.clock, realNow(), instant);
      if (delay <= 0) finish('reached');
      else if (delay !== Infinity) timer = setRealTimeout(check, Math.min(Math.ceil(delay), LONGEST_TIMER));
    };
    const stopListening = state.onClockSet((isAnother) => (isAnother ? finish('reached') : check()));
    signal.addEventListener('abort', abort);
    if (signal.aborted) abort();
    else check();
  });
}

/** Resolves when the signal is aborted. */
export function waitForAbort(signal: AbortSignal): Promise<'aborted'> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve('aborted');
    else signal.addEventListener('abort', () => resolve('aborted'), { once: true });
  });
}
