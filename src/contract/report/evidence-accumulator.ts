/**
 * Collects what a report shows besides verdicts: size, coverage, jobs, and the exchanges that findings cite. Adds up over the
 * segments of a journal, and keeps only the exchanges that the report shows.
 */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { Finding } from '../rule.js';
import type { Call } from '../../trace/call.js';
import type { Trace } from '../../trace/trace.js';
import { requestsBefore } from './reproduce.js';
import { CoverageCounter } from './coverage-counter.js';
import { OperationCounter } from './operation-counter.js';
import { TimelineCollector } from './timeline-collector.js';

export interface Evidence {
  readonly requests: number;
  /** The number of successful starts. */
  readonly jobs: number;
  /** The start of the first request, in ms since 1970. */
  readonly startedAt: number;
  /** The end of the last response, in ms since 1970. */
  readonly endedAt: number;
  readonly coverage: CoverageCounter;
  readonly operations: OperationCounter;
  readonly timeline: TimelineCollector;
  /** An exchange that a finding cites. */
  readonly exchange: (sequence: number) => Exchange | undefined;
  /** The requests on which the exchange of a finding depends, oldest first. */
  readonly before: (finding: Finding) => readonly Exchange[];
  /** The operation of such an exchange. */
  readonly operation: (sequence: number) => OperationId | undefined;
}

export class EvidenceAccumulator {
  readonly #coverage = new CoverageCounter();
  readonly #operationCounter = new OperationCounter();
  readonly #timeline = new TimelineCollector();
  readonly #operations = new Map<number, OperationId>();
  readonly #before = new Map<string, readonly Exchange[]>();
  #cited = new Map<number, Exchange>();
  #requests = 0;
  #starts = 0;
  #startedAt = Infinity;
  #endedAt = 0;

  /** @param exchanges all exchanges of a segment */
  count(exchanges: readonly Exchange[]): void {
    this.#requests += exchanges.length;
    for (const { startedAt, endedAt } of exchanges) {
      if (startedAt < this.#startedAt) this.#startedAt = startedAt;
      if (endedAt > this.#endedAt) this.#endedAt = endedAt;
    }
  }

  /** Adds the trace of one service in a segment. */
  add(trace: Trace): void {
    this.#coverage.add(trace);
    for (const call of trace.calls) this.#operationCounter.add(call);
    this.#starts += trace.of('startGeneration').filter(({ ok }) => ok).length;
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
      this.#timeline.add(trace, (sequence) => this.#cited.has(sequence));
      for (const call of trace.calls) {
        const { sequence } = call.exchange;
        if (!this.#cited.has(sequence)) continue;
        this.#operations.set(sequence, call.operation);
        for (const about of abouts.get(sequence) ?? []) {
          const cause = about === undefined ? undefined : callWith(trace, about);
          this.#before.set(nameOf(sequence, about), requestsBefore(call, trace, cause));
        }
      }
    }
  }

  evidence(): Evidence {
    return {
      requests: this.#requests,
      jobs: this.#starts,
      startedAt: Number.isFinite(this.#startedAt) ? this.#startedAt : 0,
      endedAt: this.#endedAt,
      coverage: this.#coverage,
      operations: this.#operationCounter,
      timeline: this.#timeline,
      exchange: (sequence) => this.#cited.get(sequence),
      before: ({ exchange = -1, about }) => this.#before.get(nameOf(exchange, about)) ?? [],
      operation: (sequence) => this.#operations.get(sequence),
    };
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
