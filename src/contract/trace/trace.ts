/**
 * A journal, read once for all rules: exchanges by operation, jobs with their polls, presentations with everything seen of
 * them, and which key saw what. Built from wire evidence only: the notes of an exchange are never looked at.
 */
import type { OperationId } from '../../generated/routes.js';
import type { Exchange } from '../../journal/exchange.js';
import { callOf, isKeyed, type Call } from './call.js';
import { jobsOf, type JobTrace, type JobView } from './job.js';
import { workspacesOf, type Workspaces } from './workspace.js';
import { presentationsOf, sightingsOf, type PresentationTrace, type Sighting } from './presentation.js';

export interface Trace {
  /** Every exchange of a documented operation, in the order of their beginning. */
  readonly calls: readonly Call[];
  /** Whether a call is to be judged here. Others were, or will be, elsewhere, and are there to compare with. */
  readonly isNew: (call: Call) => boolean;
  /** How many exchanges are of no documented operation. */
  readonly unmatched: number;
  readonly jobs: readonly JobTrace[];
  /** All views of all jobs. */
  readonly views: readonly JobView[];
  readonly presentations: readonly PresentationTrace[];
  /** Every presentation that stood where the interface documents one. */
  readonly sightings: readonly Sighting[];
  /** Those calls that carried a key which may be a workspace's, and were answered with success. */
  readonly succeeded: readonly Call[];
  /** All others: what was refused, failed, or came without a good key. */
  readonly unusual: readonly Call[];
  /** The calls of one operation. */
  readonly of: (operation: OperationId) => readonly Call[];
  /** Those of them that carried a key which may be a workspace's. */
  readonly keyed: (operation: OperationId) => readonly Call[];
  /** The calls of one operation about one thing, whoever made them. */
  readonly about: (operation: OperationId, id: string) => readonly Call[];
  readonly workspaces: Workspaces;
  /** What rules have made of it, by what makes it: see `perTrace`. */
  readonly made: Map<unknown, unknown>;
  readonly job: (id: string) => JobTrace | undefined;
  readonly presentation: (id: string) => PresentationTrace | undefined;
}

export function readTrace(exchanges: readonly Exchange[], baseUrl?: string): Trace {
  const ordered = exchanges.toSorted((one, two) => one.sequence - two.sequence);
  const calls = ordered.map((exchange) => callOf(exchange, baseUrl)).filter((call) => call !== undefined);
  return traceOf(calls, exchanges.length - calls.length);
}

/** @param calls in the order of their beginning */
export function traceOf(
  calls: readonly Call[],
  unmatched: number,
  isNew: (call: Call) => boolean = () => true,
): Trace {
  const byOperation = grouped(calls, operationOf);
  const keyed = new Map([...byOperation].map(([operation, calls]) => [operation, calls.filter(isKeyed)]));
  // Few traces have anything in them that has to be looked up by what it is about.
  let byThing: ReadonlyMap<string, readonly Call[]> | undefined;
  const about = (operation: OperationId, id: string): readonly Call[] => {
    byThing ??= grouped(calls, thingOf);
    return byThing.get(`${operation} ${id}`) ?? [];
  };
  const succeeded: Call[] = [];
  const unusual: Call[] = [];
  for (const call of calls) (call.ok && isKeyed(call) ? succeeded : unusual).push(call);
  const jobs = jobsOf(calls);
  const jobById = new Map(jobs.map((job) => [job.id, job]));
  const sightings = sightingsOf(calls, jobs);
  const presentations = presentationsOf(calls, sightings);
  const presentationById = new Map(presentations.map((presentation) => [presentation.id, presentation]));
  return {
    calls,
    isNew,
    unmatched,
    jobs,
    views: jobs.flatMap(viewsOf),
    presentations,
    sightings,
    succeeded,
    unusual,
    of: (operation) => byOperation.get(operation) ?? [],
    keyed: (operation) => keyed.get(operation) ?? [],
    about,
    workspaces: workspacesOf(presentations),
    made: new Map(),
    job: (id) => jobById.get(id),
    presentation: (id) => presentationById.get(id),
  };
}

const operationOf = ({ operation }: Call): OperationId => operation;
const thingOf = ({ operation, id }: Call): string => `${operation} ${id}`;
const viewsOf = ({ views }: JobTrace): readonly JobView[] => views;

function grouped<Name>(
  calls: readonly Call[],
  nameOf: (call: Call) => Name,
): ReadonlyMap<Name, readonly Call[]> {
  const groups = new Map<Name, Call[]>();
  for (const call of calls) {
    const name = nameOf(call);
    const group = groups.get(name);
    if (group) group.push(call);
    else groups.set(name, [call]);
  }
  return groups;
}
