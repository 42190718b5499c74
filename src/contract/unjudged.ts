/** Why a target cannot be judged although it answers: because of what it answers. Adds up over the parts of a long journal. */
import type { OperationId } from '../generated/routes.js';
import { operations } from './rules/names.js';
import { validCalls } from './rules/operations.js';
import type { Trace } from './trace/trace.js';

export class Answering {
  #isAsked = false;
  #isOk = false;
  readonly #statuses = new Map<OperationId, Set<number>>();

  take(trace: Trace): void {
    this.#isAsked ||= trace.calls.length > 0;
    this.#isOk ||= trace.succeeded.length > 0 || trace.unusual.some((call) => call.ok);
    for (const { id } of operations) {
      const statuses = this.#statuses.get(id) ?? new Set();
      for (const call of validCalls(trace, id)) statuses.add(call.status);
      this.#statuses.set(id, statuses);
    }
  }

  /** One line; `undefined` when there is nothing in the way of a verdict. */
  whyUnjudged(): string | undefined {
    if (!this.#isAsked) return 'nothing was asked of a documented operation';
    if (!this.#isOk) return 'no operation answered with success; is this the address, and the key?';
    for (const { id, text } of operations) {
      const statuses = [...(this.#statuses.get(id) ?? [])];
      if (statuses.length === 0 || statuses.some((status) => status < 500)) continue;
      return `${text} answered nothing but ${statuses.join(', ')} and cannot be judged`;
    }
    return undefined;
  }
}

export function whyUnjudged(trace: Trace): string | undefined {
  const answering = new Answering();
  answering.take(trace);
  return answering.whyUnjudged();
}
