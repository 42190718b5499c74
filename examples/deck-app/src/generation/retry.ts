/** Retries requests with exponential back-off and `Retry-After`. */
import { ApiProblem } from '../api/problem';

/** Milliseconds: what the first wait is, and what the longest of the client's own making. */
const FIRST_WAIT = 4_000;
const MAX_DELAY_MS = 60_000;

/** What went wrong last, and how many milliseconds there are until the next try. */
export interface RetryState {
  readonly problem: ApiProblem;
  readonly wait: number;
}

export interface RetryOptions {
  /** Ends the asking and the waiting. */
  readonly signal: AbortSignal;
  readonly onRetry: (trouble: RetryState) => void;
  /** Which problems are worth another try. Those that may be over by then, when left out. */
  readonly shouldRetry?: (problem: ApiProblem) => boolean;
  /** The instant after which there is no other try, in milliseconds since 1970. */
  readonly deadline?: number;
}

/** Asks until there is an answer. @throws the problem that is not worth another try, or for which there is no time left */
export async function retry<T>(ask: (signal: AbortSignal) => Promise<T>, options: RetryOptions): Promise<T> {
  const { signal, onRetry, shouldRetry = (problem) => problem.isTransient, deadline = Infinity } = options;
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask(signal);
    } catch (problem) {
      if (!(problem instanceof ApiProblem) || !shouldRetry(problem)) throw problem;
      const wait = retryDelay(problem, tries);
      if (Date.now() + wait > deadline) throw problem;
      onRetry({ problem, wait });
      await sleep(wait, signal);
    }
  }
}

/**
 * As long as the service says. When it does not say, twice as long each time, and up to a quarter longer: clients that were
 * sent away together do not come back together.
 */
export function retryDelay({ retryAfter }: ApiProblem, tries: number, chance = Math.random()): number {
  if (retryAfter !== undefined) return Math.max(retryAfter, 1_000);
  return Math.min(FIRST_WAIT * 2 ** (tries - 1), MAX_DELAY_MS) * (1 + chance / 4);
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
