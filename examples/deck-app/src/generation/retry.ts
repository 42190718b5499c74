/** Retries requests with exponential back-off and `Retry-After`. */
import { ApiProblem } from '../api/problem';

/** Delays without `Retry-After`. */
const FIRST_DELAY_MS = 4_000;
const MAX_DELAY_MS = 60_000;

/** The last problem, and the delay until the next attempt. */
export interface RetryState {
  readonly problem: ApiProblem;
  readonly delayMs: number;
}

export interface RetryOptions {
  /** Aborts the request and the delay. */
  readonly signal: AbortSignal;
  readonly onRetry: (retryState: RetryState) => void;
  /** Default: transient problems. */
  readonly shouldRetry?: (problem: ApiProblem) => boolean;
  /** No attempt starts after this time, in ms since 1970. */
  readonly deadline?: number;
}

/** Sends a request until it succeeds. @throws a problem that is not retried, or the last one before the deadline */
export async function retry<T>(send: (signal: AbortSignal) => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onRetry, shouldRetry = (problem) => problem.isTransient, deadline = Infinity } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(signal);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || !shouldRetry(problem)) throw problem;
      const delayMs = retryDelay(problem, attempt);
      if (Date.now() + delayMs > deadline) throw problem;
      onRetry({ problem, delayMs });
      await sleep(delayMs, signal);
    }
  }
}

/** The delay of `Retry-After`, or else exponential back-off with up to 25 % jitter, so that clients do not retry simultaneously. */
export function retryDelay({ retryAfter }: ApiProblem, attempt: number, jitter = Math.random()): number {
  if (retryAfter !== undefined) return Math.max(retryAfter, 1_000);
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), MAX_DELAY_MS) * (1 + jitter / 4);
}

/** @throws the signal's reason when it is aborted */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
}
