/** The responses that a workspace's clock holds back (delayed, slow or stalled), and when each is released. */
import type { ApiResponse } from './response.js';

export class HeldResponses {
  readonly #until = new Map<ApiResponse, number>();

  /** Adds a response, if its delivery holds it back. */
  add(response: ApiResponse): void {
    const until = releasedAt(response);
    if (until !== undefined) this.#until.set(response, until);
  }

  /** A response was sent, or its client is gone. A slow response is held until its last piece is due. */
  handOver(response: ApiResponse, now: number, isBroken: boolean): void {
    const until = this.#until.get(response);
    if (until !== undefined && (isBroken || response.delivery?.drip === undefined || until <= now))
      this.#until.delete(response);
  }

  /** How many are still held back. */
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

  /** When the next one is released; infinite when none is. */
  next(now: number): number {
    let next = Infinity;
    for (const until of this.#until.values()) if (until > now && until < next) next = until;
    return next;
  }

  /** How many are released after one instant and by another. */
  between(after: number, by: number): number {
    let count = 0;
    for (const until of this.#until.values()) if (until > after && until <= by) count += 1;
    return count;
  }
}

/** On the workspace's clock; infinite when it is never released, `undefined` when nothing holds it back. */
function releasedAt({ delivery, startedAt }: ApiResponse): number | undefined {
  if (delivery?.connection === 'stall') return Infinity;
  if (delivery?.drip !== undefined) return (delivery.holdUntil ?? startedAt) + delivery.drip;
  return delivery?.holdUntil;
}
