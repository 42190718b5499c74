/** What a report says of a journal beside the verdicts: its size, its jobs, and the exchanges that findings cite. */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import type { JobTrace } from '../trace/job.js';
import type { Trace } from '../trace/trace.js';
import { Census } from './census.js';

export interface Evidence {
  /** How many requests were sent, and how many jobs started. */
  readonly requests: number;
  readonly jobs: number;
  /** When the first request began and the last answer ended, in ms since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly census: Census;
  /** The jobs to be shown: all of a short journal. */
  readonly traces: readonly JobTrace[];
  /** An exchange that a finding or a shown job cites. */
  readonly exchange: (sequence: number) => Exchange | undefined;
  /** The operation of such an exchange. */
  readonly operation: (sequence: number) => OperationId | undefined;
}

/** The evidence of a journal that is held in whole. */
export function evidenceOf(exchanges: readonly Exchange[], trace: Trace): Evidence {
  const bySequence = new Map(exchanges.map((exchange) => [exchange.sequence, exchange]));
  const operations = new Map(trace.calls.map(({ exchange, operation }) => [exchange.sequence, operation]));
  const startedAt = exchanges.reduce((least, exchange) => Math.min(least, exchange.startedAt), Infinity);
  const census = new Census();
  census.take(trace);
  return {
    requests: exchanges.length,
    jobs: trace.of('startGeneration').filter((call) => call.ok).length,
    startedAt: Number.isFinite(startedAt) ? startedAt : 0,
    endedAt: exchanges.reduce((most, exchange) => Math.max(most, exchange.endedAt), 0),
    census,
    traces: trace.jobs,
    exchange: (sequence) => bySequence.get(sequence),
    operation: (sequence) => operations.get(sequence),
  };
}
