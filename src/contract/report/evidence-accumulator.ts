/**
 * Collects what a report shows besides verdicts: size, coverage, jobs, and the exchanges that findings cite. Adds up over the
 * segments of a journal, and keeps only the jobs and exchanges that the report shows.
 */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { isOfClient } from '../clients/client-finding.js';
import type { Finding } from '../rule.js';
import type { Call } from '../trace/call.js';
import type { JobTrace } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';
import { requestsBefore } from './reproduce.js';
import { CoverageCounter } from './coverage-counter.js';
import { OperationCounter } from './operation-counter.js';

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
  /** The jobs to show. */
  readonly traces: readonly JobTrace[];
  /** An exchange that a finding or a shown job cites. */
  readonly exchange: (sequence: number) => Exchange | undefined;
  /** The requests on which such an exchange depends, oldest first. */
  readonly before: (sequence: number) => readonly Exchange[];
  /** The operation of such an exchange. */
  readonly operation: (sequence: number) => OperationId | undefined;
}

/** The number of jobs in a report, and the number of further jobs with a finding. */
const MAX_JOBS = 100;
/** The number of polls that a report shows from the start of a job, and again from its end. */
const MAX_POLLS = 50;

export class EvidenceAccumulator {
  readonly #coverage = new CoverageCounter();
  readonly #operationCounter = new OperationCounter();
  readonly #firstJobs = new Map<string, JobTrace>();
  readonly #citedJobs = new Map<string, JobTrace>();
  readonly #operations = new Map<number, OperationId>();
  readonly #before = new Map<number, readonly Exchange[]>();
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
   * Keeps the exchanges of a segment that findings cite, and the jobs to show.
   * @param traces one for each service in the segment
   * @param findings all findings so far, including those of earlier segments
   */
  cite(exchanges: readonly Exchange[], traces: readonly Trace[], findings: Iterable<Finding>): void {
    const before = this.#cited;
    const here = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
    this.#cited = new Map();
    for (const finding of findings) {
      for (const sequence of sequencesOf(finding)) {
        const exchange = before.get(sequence) ?? here.get(sequence);
        if (exchange) this.#cited.set(sequence, exchange);
      }
    }
    for (const trace of traces) {
      for (const job of trace.jobs) this.#keepJob(job);
      for (const call of trace.calls) {
        const { sequence } = call.exchange;
        if (!this.#cited.has(sequence)) continue;
        this.#operations.set(sequence, call.operation);
        this.#before.set(sequence, requestsBefore(call, trace));
      }
    }
  }

  evidence(): Evidence {
    const traces = [...this.#firstJobs.values(), ...this.#citedJobs.values()];
    const shown = new Map(traces.flatMap(callsOf).map((call) => [call.exchange.sequence, call]));
    return {
      requests: this.#requests,
      jobs: this.#starts,
      startedAt: Number.isFinite(this.#startedAt) ? this.#startedAt : 0,
      endedAt: this.#endedAt,
      coverage: this.#coverage,
      operations: this.#operationCounter,
      traces,
      exchange: (sequence) => shown.get(sequence)?.exchange ?? this.#cited.get(sequence),
      before: (sequence) => this.#before.get(sequence) ?? [],
      operation: (sequence) => shown.get(sequence)?.operation ?? this.#operations.get(sequence),
    };
  }

  #keepJob(job: JobTrace): void {
    const { id, polls } = job;
    if (this.#firstJobs.has(id) || this.#citedJobs.has(id)) return;
    if (this.#firstJobs.size < MAX_JOBS) this.#firstJobs.set(id, trimmed(job));
    else if (this.#citedJobs.size < MAX_JOBS && polls.some((call) => this.#cited.has(call.exchange.sequence)))
      this.#citedJobs.set(id, trimmed(job));
  }
}

/** The exchanges that a finding cites. Findings about clients cite several. */
function sequencesOf(finding: Finding): readonly number[] {
  const { exchange, compared } = finding;
  const others = isOfClient(finding) ? finding.exchanges : [];
  return [exchange, compared, ...others].filter((sequence) => sequence !== undefined);
}

const callsOf = ({ start, polls, messages }: JobTrace): readonly Call[] => [
  ...(start ? [start] : []),
  ...polls,
  ...messages,
];

function trimmed(job: JobTrace): JobTrace {
  if (job.polls.length <= 2 * MAX_POLLS) return job;
  const polls = [...job.polls.slice(0, MAX_POLLS), ...job.polls.slice(-MAX_POLLS)];
  const kept = new Set(polls);
  const messages = job.messages.slice(0, MAX_POLLS);
  return { ...job, polls, views: job.views.filter(({ call }) => kept.has(call)), messages };
}
