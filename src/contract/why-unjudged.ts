/** Finds out from the responses whether a target can be judged at all. Adds up over the segments of a journal. */
import type { OperationId } from '../generated/routes.js';
import { operations } from './rules/named-operations.js';
import { validCalls } from './rules/operations.js';
import type { Trace } from './trace/trace.js';

export class ResponseCounter {
  #hasCalls = false;
  #hasSuccess = false;
  readonly #statuses = new Map<OperationId, Set<number>>(operations.map(({ id }) => [id, new Set()]));

  add(trace: Trace): void {
    this.#hasCalls ||= trace.calls.length > 0;
    this.#hasSuccess ||= trace.succeeded.length > 0 || trace.otherCalls.some((call) => call.ok);
    for (const [id, statuses] of this.#statuses)
      for (const call of validCalls(trace, id)) statuses.add(call.status);
  }

  /** @returns the reason in one line; `undefined` when a verdict is possible */
  whyUnjudged(): string | undefined {
    if (!this.#hasCalls) return 'the journal has no request of a documented operation';
    if (!this.#hasSuccess) return 'no operation succeeded; check the base address and the key';
    for (const { id, endpoint } of operations) {
      const statuses = [...(this.#statuses.get(id) ?? [])];
      if (statuses.length === 0 || statuses.some((status) => status < 500)) continue;
      return `the service cannot be judged: ${endpoint} returned only ${statuses.join(', ')}`;
    }
    return undefined;
  }
}

export function whyUnjudged(trace: Trace): string | undefined {
  const counter = new ResponseCounter();
  counter.add(trace);
  return counter.whyUnjudged();
}
