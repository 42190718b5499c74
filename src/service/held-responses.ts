/** The responses that a workspace's clock holds back (delayed, slow or stalled), and their release times. */
import type { ApiResponse } from './response.js';

export class HeldResponses {
  readonly #until = new Map<ApiResponse, number>();

  /** Adds a response, if its delivery holds it back. */
  add(response: ApiResponse): void {
    const until = releasedAt(response);
    if (until !== undefined) this.#until.set(response, until);
  }

  /**
   * Call this when a response was sent or its client has disconnected. A slow response is held until its last piece is due.
   */
  handOver(response: ApiResponse, now: number, isBroken: boolean): void {
    const until = this.#until.get(response);
    if (until !== undefined && (isBroken || response.delivery?.drip === undefined || until <= now))
      this.#until.delete(response);
  }

  /** The number of responses that are still held back. */
  count(now: number): number {
    let count = 0;
    for (const [response, until] of this.#until) {
      if (until > now) count += 1;
      else if (response.delivery?.drip !== undefined) this.#until.delete(response);
    }
    return count;
  }

  clear(): void {
    this.#until.clear();
  }

  has(response: ApiResponse): boolean {
    return this.#until.has(response);
  }

  /** The next release time; infinite when there is none. */
  next(now: number): number {
    let next = Infinity;
    for (const until of this.#until.values()) if (until > now && until < next) next = until;
    return next;
  }

  /** The number of responses that are released after `after`, up to and including `by`. */
  between(after: number, by: number): number {
    let count = 0;
    for (const until of this.#until.values()) if (until > after && until <= by) count += 1;
    return count;
  }
}

/** The release time on the workspace's clock; infinite when it is never released, `undefined` when nothing holds it back. */
function releasedAt({ delivery, startedAt }: ApiResponse): number | undefined {
  if (delivery?.connection === 'stall') return Infinity;
  if (delivery?.drip !== undefined) return (delivery.holdUntil ?? startedAt) + delivery.drip;
  return delivery?.holdUntil;
}
