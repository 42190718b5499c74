/** The rate limit of section 8: a bucket of tokens for each key, refilled continuously. */

interface Bucket {
  tokens: number;
  at: number;
}

export class Quota {
  readonly #buckets = new Map<string, Bucket>();

  constructor(readonly perMinute: number) {}

  /** Takes a token. @returns the seconds until the next token if there is none, otherwise 0 */
  take(key: string): number {
    if (this.perMinute === 0) return 0;
    const now = Date.now();
    const bucket = this.#buckets.get(key) ?? { tokens: this.perMinute, at: now };
    const refilled = bucket.tokens + ((now - bucket.at) / 60_000) * this.perMinute;
    bucket.tokens = Math.min(this.perMinute, refilled);
    bucket.at = now;
    this.#buckets.set(key, bucket);
    if (bucket.tokens < 1) return Math.ceil(((1 - bucket.tokens) * 60) / this.perMinute);
    bucket.tokens -= 1;
    return 0;
  }
}
