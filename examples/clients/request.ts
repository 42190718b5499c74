/** What the recipes of this folder share: one request with a time limit, and which failures are worth another attempt. */
import type { GenerationAccepted } from 'deckhand/types';

/** An empty origin is that of the page, whose server forwards `/api/v1`. There, it would also add the key. */
const ORIGIN = '';
const API_KEY = 'deckhand-dev-key';
const TIMEOUT_MS = 20_000;
const MAX_DELAY_MS = 30_000;

export const START_PATH = '/api/v1/presentations/generate';
export const POLL_INTERVAL_MS = 3_000;
export const GIVE_UP_AFTER_MS = 30 * 60_000;
export const MAX_RETRIES = 6;

/** Where a question of a job is answered. */
export const toMessagePath = ({ poll_url: path }: GenerationAccepted): string =>
  path.replace(/status$/, 'message');

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

export class RequestError extends Error {
  constructor(
    readonly status: number,
    readonly retryAfterMs: number | undefined,
  ) {
    super(`The service responded with ${status}.`);
  }
}

export async function request<Body>(path: string, body?: object): Promise<Body> {
  const aborter = new AbortController();
  const timer = setTimeout(() => aborter.abort(new Error('The service did not respond.')), TIMEOUT_MS);
  try {
    const response = await fetch(ORIGIN + path, {
      headers: { 'x-api-key': API_KEY, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: aborter.signal,
    });
    if (response.ok) return (await response.json()) as Body;
    const seconds = Number(response.headers.get('retry-after') ?? NaN);
    throw new RequestError(response.status, Number.isNaN(seconds) ? undefined : seconds * 1000);
  } finally {
    clearTimeout(timer);
  }
}

/** A refused POST had no effect, so it is sent again. After a timeout or a reset, a job may run already: a second one costs twice. */
export async function post<Body>(path: string, body: object, retries = MAX_RETRIES): Promise<Body> {
  for (let failures = 0; ; failures += 1)
    try {
      return await request<Body>(path, body);
    } catch (error) {
      if (!isRefused(error) || failures >= retries) throw error;
      await wait(retryDelay(failures, error));
    }
}

const isRefused = (error: unknown): boolean => error instanceof RequestError && error.status === 429;

/** A read is worth another attempt after a network error, a body that is no JSON, a 429 and a 5xx. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof RequestError) || error.status === 429 || error.status >= 500;

/** What the service says, or 1, 2, 4 … seconds. */
export const retryDelay = (failures: number, error: unknown): number =>
  (error instanceof RequestError ? error.retryAfterMs : undefined) ??
  Math.min(1000 * 2 ** failures, MAX_DELAY_MS);
