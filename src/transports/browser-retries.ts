/**
 * Browsers send a request again, without telling the page, if a kept connection was reset before the first byte of the response, on any connection that they have kept.
 * A fault that resets one request would have no effect on a page, so the automatic retry is reset too.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { realElapsed } from '../base/real-time.js';

/** Real milliseconds. A browser retries at once. */
const WINDOW = 1000;
/** The most resets that wait for their retries. */
const MOST = 1000;

export class BrowserRetries {
  /** By what identifies the request: when its connection was reset. */
  readonly #resets = new Map<string, number>();

  /** Notes that the connection of a request was reset. */
  noteReset(request: IncomingMessage): void {
    if (!isFromPage(request) || !hadResponse(request.socket)) return;
    if (this.#resets.size >= MOST) this.#resets.clear();
    this.#resets.set(identityOf(request), realElapsed());
  }

  /**
   * Whether a browser sends this request again, after a reset. It takes another kept connection as long as it has one, and gives up
   * when a new one is reset.
   */
  isRetry(request: IncomingMessage): boolean {
    if (this.#resets.size === 0) return false;
    const identity = identityOf(request);
    const at = this.#resets.get(identity);
    if (!hadResponse(request.socket)) this.#resets.delete(identity);
    return at !== undefined && realElapsed() - at < WINDOW;
  }
}

/** Whether a connection had a response. The reset request had none. */
const hadResponse = (socket: Socket): boolean => socket.bytesWritten > 0;

/** Other clients leave retries to their callers. Node's `fetch` has the header, but another name. */
function isFromPage({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-mode'] !== undefined && /^Mozilla\//.test(headers['user-agent'] ?? '');
}

function identityOf({ method, url, headers }: IncomingMessage): string {
  const { authorization, 'x-api-key': key, 'content-length': length, 'user-agent': agent } = headers;
  return JSON.stringify([method, url, authorization, key, length, agent]);
}
