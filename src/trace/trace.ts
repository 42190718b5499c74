/**
 * The input of every rule: a whole journal with its calls by operation, its jobs, its presentations, and the workspaces of
 * its keys. Uses only what the exchanges show.
 */
import { groupBy } from '../base/group-by.js';
import type { OperationId } from '../generated/routes.js';
import type { Exchange } from '../journal/exchange.js';
import { withBlocks } from './blocks.js';
import { callOf, isKeyed, type Call } from './call.js';
import { jobsOf, type JobTrace, type JobView } from './job.js';
import { workspacesOf, type Workspaces } from './workspace.js';
import { presentationsOf, snapshotsOf, type PresentationTrace, type Snapshot } from './presentation.js';

/** Ms. */
export const DEFAULT_SETTLE = 2_000;

export interface TraceOptions {
  /** The base address, ending in /api/v1. Default: every address with the path prefix /api/v1 belongs to the service. */
  readonly baseUrl?: string;
  /** Polls of one job at shorter intervals, in ms, are a tight loop (4.5). Default: 1000. */
  readonly tightLoop?: number;
  /** Ms in which a change may become visible, so that a read of the old value is only a warning. Default: 2000. */
  readonly settle?: number;
  /** Whether the user gave the body that creates a presentation, so the service must be able to read it. Default: false. */
  readonly isCreateBodyGiven?: boolean;
  /** Whether the clients' timers use the journal's clock, so that intervals count although it was controlled. Default: false. */
  readonly sharedClock?: boolean;
  /** Whether all requests come from one client in one tab, so that no request is excused as that of another tab. Default: false. */
  readonly strict?: boolean;
}

export interface Trace {
  readonly options: TraceOptions;
  /** All exchanges, in the order of their start. */
  readonly exchanges: readonly Exchange[];
  /** All calls of documented operations, in the same order. */
  readonly calls: readonly Call[];
  readonly jobs: readonly JobTrace[];
  readonly views: readonly JobView[];
  readonly presentations: readonly PresentationTrace[];
  readonly snapshots: readonly Snapshot[];
  /** Calls that succeeded with a key of a workspace. */
  readonly succeeded: readonly Call[];
  /** All other calls: refused, failed, without a key, or with the wrong key. */
  readonly otherCalls: readonly Call[];
  /** The calls of one operation. */
  readonly of: (operation: OperationId) => readonly Call[];
  /** The calls of one operation with a key that may belong to a workspace. */
  readonly keyed: (operation: OperationId) => readonly Call[];
  /** The calls of one operation with one id, with any key. */
  readonly about: (operation: OperationId, id: string) => readonly Call[];
  readonly workspaces: Workspaces;
  readonly job: (id: string) => JobTrace | undefined;
  readonly presentation: (id: string) => PresentationTrace | undefined;
}

export function readTrace(exchanges: readonly Exchange[], options: TraceOptions = {}): Trace {
  const ordered = exchanges.toSorted((one, two) => one.sequence - two.sequence);
  const calls = withBlocks(
    ordered.map((exchange) => callOf(exchange, options.baseUrl)).filter((call) => call !== undefined),
  );
  const byOperation = groupBy(calls, ({ operation }) => operation);
  const keyed = new Map([...byOperation].map(([operation, calls]) => [operation, calls.filter(isKeyed)]));
  const byId = groupBy(calls, ({ operation, id }) => `${operation} ${id}`);
  const succeeded: Call[] = [];
  const otherCalls: Call[] = [];
  for (const call of calls) (call.ok && isKeyed(call) ? succeeded : otherCalls).push(call);
  const jobs = jobsOf(calls);
  const jobById = new Map(jobs.map((job) => [job.id, job]));
  const snapshots = snapshotsOf(calls, jobs);
  const presentations = presentationsOf(calls, snapshots);
  const presentationById = new Map(presentations.map((presentation) => [presentation.id, presentation]));
  return {
    options,
    exchanges: ordered,
    calls,
    jobs,
    views: jobs.flatMap(({ views }) => views),
    presentations,
    snapshots,
    succeeded,
    otherCalls,
    of: (operation) => byOperation.get(operation) ?? [],
    keyed: (operation) => keyed.get(operation) ?? [],
    about: (operation, id) => byId.get(`${operation} ${id}`) ?? [],
    workspaces: workspacesOf(presentations),
    job: (id) => jobById.get(id),
    presentation: (id) => presentationById.get(id),
  };
}

/** Memoizes a value that several rules derive from the same trace. */
export function perTrace<Derived>(derive: (trace: Trace) => Derived): (trace: Trace) => Derived {
  const cache = new WeakMap<Trace, { readonly value: Derived }>();
  return (trace) => {
    const cached = cache.get(trace);
    if (cached) return cached.value;
    const value = derive(trace);
    cache.set(trace, { value });
    return value;
  };
}
