/** Indexes a journal by call, job, presentation and workspace. */
import { groupBy } from '../../base/group-by.js';
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { markBlockedCalls } from './address-blocks.js';
import { createCall, hasValidKey, isFromVerify, type Call } from './call.js';
import { separateUnusualReads, type UnusualRead } from './unusual-reads.js';
import { createPathFormCall, markTrailingSlashes } from './path-form-calls.js';
import { type JobHistory, type PollResult, buildJobHistories } from './job-history.js';
import {
  type PresentationHistory,
  type PresentationRead,
  collectPresentationReads,
  buildPresentationHistories,
} from './presentation-history.js';
import { type Workspaces, buildWorkspaces } from './workspaces.js';

export const DEFAULT_CONSISTENCY_WINDOW_MS = 2_000;

export interface TraceOptions {
  /** The base URL, ending in /api/v1. Default: every URL with the path prefix /api/v1 belongs to the service. */
  readonly baseUrl?: string;
  /** Polls of one job at shorter intervals, in ms, are a tight loop (4.5). Default: 1000. */
  readonly minPollInterval?: number;
  /** Ms for which a read may return the old value after a change, which is only a warning. Default: 2000. */
  readonly consistencyWindow?: number;
  /** Whether `--create-body` was set, so that POST /presentations has a valid body. Default: false. */
  readonly hasCreateBody?: boolean;
  /** Whether the clients' timers use the journal's clock, so that intervals count although the clock was changed. Default: false. */
  readonly timersFollowClock?: boolean;
  /** Whether all requests come from one client in one tab. Default: false. */
  readonly singleClient?: boolean;
  /** The placeholders of the keys that are long enough to be recognized in a body. Default: none. */
  readonly longKeys?: readonly string[];
}

export interface Trace {
  readonly options: TraceOptions;
  /** All exchanges, in the order of their start. */
  readonly exchanges: readonly Exchange[];
  /** All calls of documented operations, in the same order. */
  readonly calls: readonly Call[];
  readonly jobs: readonly JobHistory[];
  readonly pollResults: readonly PollResult[];
  readonly presentations: readonly PresentationHistory[];
  readonly presentationReads: readonly PresentationRead[];
  /** Calls that succeeded with a key of a workspace. */
  readonly succeeded: readonly Call[];
  /** All other calls: rejected, failed, without a key, or with an invalid key. */
  readonly unsuccessfulCalls: readonly Call[];
  /** The calls of one operation. */
  readonly callsTo: (operation: OperationId) => readonly Call[];
  /** The calls of one operation with a key that may belong to a workspace. */
  readonly callsWithValidKey: (operation: OperationId) => readonly Call[];
  /** The calls of one operation with one id, with any key. */
  readonly callsFor: (operation: OperationId, id: string) => readonly Call[];
  readonly getJob: (id: string) => JobHistory | undefined;
  readonly getPresentation: (id: string) => PresentationHistory | undefined;
  readonly workspaces: Workspaces;
  /** Reads of a verify run whose meaning the interface does not show. They are not among the calls. */
  readonly unusualReads: readonly UnusualRead[];
}

export function buildTrace(exchanges: readonly Exchange[], options: TraceOptions = {}): Trace {
  const ordered = exchanges.toSorted((one, two) => one.sequence - two.sequence);
  const { calls, unusualReads } = createCalls(ordered, options.baseUrl);
  const byOperation = groupBy(calls, ({ operation }) => operation);
  const withValidKey = new Map(
    [...byOperation].map(([operation, own]) => [operation, own.filter(hasValidKey)]),
  );
  const byId = groupBy(calls, ({ operation, id }) => `${operation} ${id}`);
  const jobs = buildJobHistories(calls);
  const jobById = new Map(jobs.map((job) => [job.id, job]));
  const reads = collectPresentationReads(calls, jobs);
  const presentations = buildPresentationHistories(calls, reads);
  const presentationById = new Map(presentations.map((presentation) => [presentation.id, presentation]));
  const hasSucceeded = (call: Call): boolean => call.isSuccess && hasValidKey(call);
  return {
    options,
    exchanges: ordered,
    calls,
    jobs,
    pollResults: jobs.flatMap(({ views }) => views),
    presentations,
    presentationReads: reads,
    succeeded: calls.filter(hasSucceeded),
    unsuccessfulCalls: calls.filter((call) => !hasSucceeded(call)),
    callsTo: (operation) => byOperation.get(operation) ?? [],
    callsWithValidKey: (operation) => withValidKey.get(operation) ?? [],
    callsFor: (operation, id) => byId.get(`${operation} ${id}`) ?? [],
    getJob: (id) => jobById.get(id),
    getPresentation: (id) => presentationById.get(id),
    workspaces: buildWorkspaces(presentations),
    unusualReads,
  };
}

/** In the journal of a verify run, also requests to documented paths in other forms. Separates unusual reads. */
function createCalls(
  exchanges: readonly Exchange[],
  baseUrl: string | undefined,
): { readonly calls: readonly Call[]; readonly unusualReads: readonly UnusualRead[] } {
  const documented = exchanges.flatMap((exchange) => createCall(exchange, baseUrl) ?? []);
  if (!documented.some(isFromVerify)) return { calls: markBlockedCalls(documented), unusualReads: [] };
  const all = exchanges.flatMap(
    (exchange) => createCall(exchange, baseUrl) ?? createPathFormCall(exchange, baseUrl) ?? [],
  );
  return separateUnusualReads(markBlockedCalls(markTrailingSlashes(all)));
}

/** Memoizes a value that several rules derive from the same trace. */
export function memoizeByTrace<Derived>(derive: (trace: Trace) => Derived): (trace: Trace) => Derived {
  const cache = new WeakMap<Trace, { readonly value: Derived }>();
  return (trace) => {
    const cached = cache.get(trace);
    if (cached) return cached.value;
    const value = derive(trace);
    cache.set(trace, { value });
    return value;
  };
}
