/** A rate limit per API key, as section 8 allows it: a sliding window. Time is an argument. */

export interface RateLimit {
  readonly requests: number;
  readonly perMs: number;
  /**
   * The requests of a key that count: all of them, or only those that repeat the request before. With the latter, a run
   * of mixed requests passes, and a probe that repeats one request exceeds the limit.
   */
  readonly counts: 'every-request' | 'repeated-requests';
}

/** A limit that only a probe exceeds. */
export const limitForProbes: RateLimit = { requests: 15, perMs: 60_000, counts: 'repeated-requests' };

interface Window {
  line: string;
  times: number[];
}

export class Limiter {
  readonly #windows = new Map<string, Window>();

  constructor(readonly limit: RateLimit) {}

  /** Milliseconds to wait when the key is over its limit, 0 when the request passes. `line`: method and path. */
  wait(key: string, line: string, now: number): number {
    const { requests, perMs, counts } = this.limit;
    const window = this.#windows.get(key) ?? { line, times: [] };
    const forgotten = counts === 'repeated-requests' && window.line !== line;
    const times = forgotten ? [] : window.times.filter((time) => time > now - perMs);
    const oldest = times.length >= requests ? times[0] : undefined;
    if (oldest === undefined) times.push(now);
    this.#windows.set(key, { line, times });
    return oldest === undefined ? 0 : oldest + perMs - now;
  }
}
