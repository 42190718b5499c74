/** Applies the delivery of a response, for all transports: delays, chunks, truncation and connection failures. */
import type { WireFailure } from '../journal/exchange.js';
import type { ApiResponse } from '../service/response.js';
import type { WorkspaceState } from '../service/workspace-state.js';
import { realDelayUntil } from '../service/clock.js';
import { clearRealTimeout, realNow, setRealTimeout } from '../base/real-time.js';

/** The number of chunks of a slow body. */
const CHUNK_COUNT = 10;

/** The maximum delay of `setTimeout`. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * Waits until the headers of a response can be sent.
 * @param signal aborted when the client disconnects
 * @returns the failure if no headers are sent
 */
export async function waitForHeaders(
  { delivery }: ApiResponse,
  state: WorkspaceState,
  signal: AbortSignal,
): Promise<'aborted' | 'reset' | undefined> {
  const { notBefore, connection } = delivery ?? {};
  if (notBefore !== undefined && (await waitUntil(state, notBefore, signal)) === 'aborted') return 'aborted';
  if (connection !== 'timeout') return connection;
  await waitForAbort(signal);
  return 'aborted';
}

/** Whether a body is sent in chunks. A body of one byte cannot be truncated, and an empty body has no chunks. */
export function isStreamed({ body, raw, delivery }: ApiResponse): boolean {
  if (delivery?.endsWith) return true;
  const length = raw?.body.length ?? body.length;
  return (delivery?.drip !== undefined && length > 0) || (delivery?.truncateBody === true && length > 1);
}

/** The complete body as bytes. */
export function bodyBytes({ body, raw }: ApiResponse): Uint8Array<ArrayBuffer> {
  return raw ? new Uint8Array(raw.body) : new TextEncoder().encode(body);
}

/** The failure at the end of a streamed response, if there is one. */
export function bodyFailure({ delivery }: ApiResponse): WireFailure | undefined {
  const { truncateBody, endsWith } = delivery ?? {};
  if (endsWith === 'timeout') return 'aborted';
  return truncateBody || endsWith === 'truncated' ? 'truncated' : endsWith;
}

/**
 * The chunks of a body, each at its time.
 * @returns the failure if the body ended early
 */
export async function* bodyChunks(
  response: ApiResponse,
  state: WorkspaceState,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>, WireFailure | undefined> {
  const { delivery, startedAt } = response;
  const bytes = bodyBytes(response);
  const { truncateBody, endsWith, drip = 0, notBefore = startedAt } = delivery ?? {};
  if (truncateBody) {
    yield bytes.subarray(0, bytes.length / 2);
    return 'truncated';
  }
  for (let chunk = 1; chunk <= CHUNK_COUNT; chunk += 1) {
    if ((await waitUntil(state, notBefore + (drip * chunk) / CHUNK_COUNT, signal)) === 'aborted')
      return 'aborted';
    const [from, to] = [((chunk - 1) * bytes.length) / CHUNK_COUNT, (chunk * bytes.length) / CHUNK_COUNT];
    yield bytes.subarray(Math.floor(from), Math.floor(to));
  }
  if (endsWith === 'timeout') await waitForAbort(signal);
  return bodyFailure(response);
}

/**
 * Resolves when the clock reaches the instant or the signal is aborted, with the reason. A restart of the clock also ends the
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
      else if (delay !== Infinity) timer = setRealTimeout(check, Math.min(Math.ceil(delay), MAX_TIMEOUT_MS));
    };
    const stopListening = state.onClockChange((isRestart) => (isRestart ? finish('reached') : check()));
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
