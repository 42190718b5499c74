/**
 * Collects what a report shows besides verdicts: size, coverage, jobs, and the exchanges that findings cite. Adds up over the
 * segments of a journal, and keeps only the exchanges that the report shows.
 */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Finding } from '../rule.js';
import type { Call } from '../../trace/call.js';
import type { Trace } from '../../trace/model.js';
import { requestsBefore } from './reproduce.js';
import { CoverageCounter } from './coverage-counter.js';
import { OperationCounter } from './operation-counter.js';
import { TimelineCollector } from './timeline-collector.js';

export class Evidence {
  readonly coverage = new CoverageCounter();
  readonly operations = new OperationCounter();
  readonly timeline = new TimelineCollector();
  requests = 0;
  /** The number of successful starts. */
  jobs = 0;
  /** The start of the first request, in ms since 1970; 0 without requests. */
  startedAt = 0;
  /** The end of the last response, in ms since 1970. */
  endedAt = 0;
  readonly #operationOf = new Map<number, OperationId>();
  readonly #before = new Map<string, readonly Exchange[]>();
  #cited = new Map<number, Exchange>();

  /** @param exchanges all exchanges of a segment */
  count(exchanges: readonly Exchange[]): void {
    for (const { startedAt, endedAt } of exchanges) {
      if (this.requests++ === 0 || startedAt < this.startedAt) this.startedAt = startedAt;
      if (endedAt > this.endedAt) this.endedAt = endedAt;
    }
  }

  /** Adds the trace of one service in a segment. */
  add(trace: Trace): void {
    this.coverage.add(trace);
    for (const call of trace.calls) this.operations.add(call);
    this.jobs += trace.of('startGeneration').filter(({ ok }) => ok).length;
  }

  /**
   * Keeps the exchanges of a segment that findings cite, and adds to the timeline.
   * @param traces one for each service in the segment
   * @param findings all findings so far, including those of earlier segments
   */
  cite(exchanges: readonly Exchange[], traces: readonly Trace[], findings: Iterable<Finding>): void {
    const before = this.#cited;
    const here = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
    this.#cited = new Map();
    const abouts = new Map<number, Set<number | undefined>>();
    for (const finding of findings) {
      const { exchange: shown = -1, about } = finding;
      abouts.set(shown, (abouts.get(shown) ?? new Set()).add(about));
      for (const sequence of sequencesOf(finding)) {
        const exchange = before.get(sequence) ?? here.get(sequence);
        if (exchange) this.#cited.set(sequence, exchange);
      }
    }
    for (const trace of traces) {
      this.timeline.add(trace, (sequence) => this.#cited.has(sequence));
      for (const call of trace.calls) {
        const { sequence } = call.exchange;
        if (!this.#cited.has(sequence)) continue;
        this.#operationOf.set(sequence, call.operation);
        for (const about of abouts.get(sequence) ?? []) {
          const cause = about === undefined ? undefined : callWith(trace, about);
          this.#before.set(nameOf(sequence, about), requestsBefore(call, trace, cause));
        }
      }
    }
  }

  /** An exchange that a finding cites. */
  exchange(sequence: number): Exchange | undefined {
    return this.#cited.get(sequence);
  }

  /** The requests on which the exchange of a finding depends, oldest first. */
  before({ exchange = -1, about }: Finding): readonly Exchange[] {
    return this.#before.get(nameOf(exchange, about)) ?? [];
  }

  /** The operation of an exchange that a finding cites. */
  operation(sequence: number): OperationId | undefined {
    return this.#operationOf.get(sequence);
  }
}

const nameOf = (sequence: number, about: number | undefined): string => `${sequence} ${about ?? ''}`;

const callWith = ({ calls }: Trace, sequence: number): Call | undefined =>
  calls.find((call) => call.exchange.sequence === sequence);

/** The exchanges that a finding cites. Findings about clients cite several. */
function sequencesOf(finding: Finding): readonly number[] {
  const { exchange, compared, about, exchanges = [] } = finding;
  return [exchange, compared, about, ...exchanges].filter((sequence) => sequence !== undefined);
}
