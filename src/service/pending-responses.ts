/** The responses of a workspace that wait for its clock, with their release times. */
import type { ApiResponse } from './response.js';

export class PendingResponses {
  readonly #releaseTimes = new Map<ApiResponse, number>();

  /** Adds a response, if its delivery delays it. */
  add(response: ApiResponse): void {
    const until = computeReleaseTime(response);
    if (until !== undefined) this.#releaseTimes.set(response, until);
  }

  /** Call this when a response was sent or its client disconnected. A slow response is pending until its last chunk is due. */
  onSent(response: ApiResponse, now: number, hasFailed: boolean): void {
    const until = this.#releaseTimes.get(response);
    if (until !== undefined && (hasFailed || response.delivery?.drip === undefined || until <= now))
      this.#releaseTimes.delete(response);
  }

  /** The number of responses that are still pending. */
  count(now: number): number {
    let count = 0;
    for (const [response, until] of this.#releaseTimes) {
      if (until > now) count += 1;
      else if (response.delivery?.drip !== undefined) this.#releaseTimes.delete(response);
    }
    return count;
  }

  clear(): void {
    this.#releaseTimes.clear();
  }

  has(response: ApiResponse): boolean {
    return this.#releaseTimes.has(response);
  }

  /** The next release time; infinite if there is none. */
  nextRelease(now: number): number {
    let next = Infinity;
    for (const until of this.#releaseTimes.values()) if (until > now && until < next) next = until;
    return next;
  }

  /** The number of responses that are released after `after`, up to and including `until`. */
  countReleased(after: number, until: number): number {
    let count = 0;
    for (const at of this.#releaseTimes.values()) if (at > after && at <= until) count += 1;
    return count;
  }
}

/** The release time on the workspace's clock; infinite if it is never released, `undefined` if it is not delayed. */
function computeReleaseTime({ delivery, startedAt }: ApiResponse): number | undefined {
  if (delivery?.connection === 'timeout') return Infinity;
  if (delivery?.drip !== undefined) return (delivery.notBefore ?? startedAt) + delivery.drip;
  return delivery?.notBefore;
}
