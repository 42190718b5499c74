/** Looks up exchanges and calls by sequence. */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import type { Finding } from '../rule.js';
import type { CitedCalls } from './reproduction.js';

export class ExchangeIndex {
  readonly #exchanges: ReadonlyMap<number, Exchange>;
  readonly #calls: ReadonlyMap<number, readonly [Call, Trace]>;

  /** @param traces one for each service in the journal */
  constructor(exchanges: readonly Exchange[], traces: readonly Trace[]) {
    this.#exchanges = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
    this.#calls = new Map(
      traces.flatMap((trace) => trace.calls.map((call) => [call.exchange.sequence, [call, trace]])),
    );
  }

  exchange(sequence = -1): Exchange | undefined {
    return this.#exchanges.get(sequence);
  }

  operation(sequence: number): OperationId | undefined {
    return this.#calls.get(sequence)?.[0].operation;
  }

  /** The calls that a finding cites, for the commands that reproduce it. */
  getCitedCalls({ exchange = -1, effectOf = -1, comparedWith = -1 }: Finding): CitedCalls | undefined {
    const [call, trace] = this.#calls.get(exchange) ?? [];
    return (
      call &&
      trace && {
        call,
        trace,
        effectOf: this.#calls.get(effectOf)?.[0],
        comparedWith: this.#calls.get(comparedWith)?.[0],
      }
    );
  }
}
