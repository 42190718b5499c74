/** Notices operations whose requests get no response in time, so that a run does not wait 20 seconds for each of them. */
import type { OperationId } from '../../generated/routes.js';
import type { RequestSpec } from './request-spec.js';
import type { TransportResult } from './transport.js';

/** Ms for a request whose operation, or whose job or presentation, got a timeout before. */
const SHORT_LIMIT = 2_000;
/** Timeouts of one operation in a row that end the run. */
const MAX_TIMEOUTS = 4;

export class HungOperations {
  /** The operations, and the operations with the id, whose last request got a timeout. */
  readonly #hung = new Set<string>();
  /** How often in a row, by operation. */
  readonly #timeouts = new Map<OperationId, number>();

  isHung({ operation, id = '' }: RequestSpec): boolean {
    return this.#hung.has(operation) || this.#hung.has(`${operation} ${id}`);
  }

  /** @returns the limit for the request, in ms */
  limitOf(spec: RequestSpec, limit: number): number {
    return this.isHung(spec) ? Math.min(limit, SHORT_LIMIT) : limit;
  }

  /** @returns the timeouts in a row, once they are too many. A service may delay requests without a valid key on purpose. */
  note({ operation, id = '', by = 'key' }: RequestSpec, { failure }: TransportResult): number | undefined {
    const names = [operation, `${operation} ${id}`];
    if (failure !== 'timeout') {
      for (const name of names) this.#hung.delete(name);
      this.#timeouts.delete(operation);
      return undefined;
    }
    for (const name of names) this.#hung.add(name);
    if (by !== 'key' && by !== 'other') return undefined;
    const timeouts = (this.#timeouts.get(operation) ?? 0) + 1;
    this.#timeouts.set(operation, timeouts);
    return timeouts < MAX_TIMEOUTS ? undefined : timeouts;
  }
}
