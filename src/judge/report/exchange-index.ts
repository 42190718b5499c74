/** Looks up exchanges and their operations by sequence. */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Trace } from '../model/trace.js';

export class ExchangeIndex {
  readonly #exchanges: ReadonlyMap<number, Exchange>;
  readonly #operations: ReadonlyMap<number, OperationId>;

  /** @param traces one for each service in the journal */
  constructor(exchanges: readonly Exchange[], traces: readonly Trace[]) {
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
    this.#operations = new Map(
      traces.flatMap(({ calls }) => calls.map(({ exchange, operation }) => [exchange.sequence, operation])),
    );
  }

  exchange(sequence = -1): Exchange | undefined {
    return this.#exchanges.get(sequence);
  }

  operation(sequence: number): OperationId | undefined {
    return this.#operations.get(sequence);
  }
}
