/**
 * Resets a browser's automatic retry, too. Browsers retry a request when a reused keep-alive connection is reset, and would hide the
 * fault from the app.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { realMonotonicNow } from '../base/real-time.js';

/** In real time. */
const RETRY_WINDOW_MS = 1000;
/** The maximum number of recorded resets. */
const MAX_RESETS = 1000;

export class BrowserRetryFilter {
  /** When the connection of a request was reset, by the fingerprint of the request. */
  readonly #resets = new Map<string, number>();

  /** Records that the connection of a request was reset. */
  recordReset(request: IncomingMessage): void {
    if (!isFromBrowser(request) || !hasSentBytes(request.socket)) return;
    if (this.#resets.size >= MAX_RESETS) this.#resets.clear();
    this.#resets.set(requestFingerprint(request), realMonotonicNow());
  }

  /** Whether this is a browser's automatic retry after a reset. The browser gives up if the retry is reset on a new connection. */
  isRetry(request: IncomingMessage): boolean {
    if (this.#resets.size === 0) return false;
    const fingerprint = requestFingerprint(request);
    const resetAt = this.#resets.get(fingerprint);
    if (!hasSentBytes(request.socket)) this.#resets.delete(fingerprint);
    return resetAt !== undefined && realMonotonicNow() - resetAt < RETRY_WINDOW_MS;
  }
}

/** Whether a connection was used for an earlier response. */
const hasSentBytes = (socket: Socket): boolean => socket.bytesWritten > 0;

/** Other clients do not retry by themselves. Node's `fetch` sends the header, but another user agent. */
function isFromBrowser({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] !== undefined && /^Mozilla\//.test(headers['user-agent'] ?? '');
}

function requestFingerprint({ method, url, headers }: IncomingMessage): string {
  const { authorization, 'x-api-key': key, 'content-length': length, 'user-agent': agent } = headers;
  return JSON.stringify([method, url, authorization, key, length, agent]);
}
