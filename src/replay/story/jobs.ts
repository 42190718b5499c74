/**
 * The jobs of a recording that a story can tell: each with the failed attempts to start it, and with the other requests of its
 * client. Attempts that no start follows are a job that does not start.
 */
import type { Exchange } from '../../journal/exchange.js';
import { fieldOf } from '../../base/json.js';
import type { Call } from '../../trace/call.js';
import type { JobTrace } from '../../trace/job.js';
import { readTrace, type Trace } from '../../trace/trace.js';

export interface RecordedJob {
  /** Undefined for a job that does not start. */
  readonly trace: JobTrace | undefined;
  readonly key: string | undefined;
  /** The start, or else the first recorded request about the job, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Failed attempts, and then the start. */
  readonly starts: readonly Call[];
  /** Requests of the same client about presentations and templates. */
  readonly others: readonly Call[];
  /** All requests of the client, also those about other jobs. */
  readonly ofClient: readonly Call[];
}

export interface RecordedJobs {
  readonly jobs: readonly RecordedJob[];
  /** Jobs without a story. */
  readonly others: readonly { readonly id: string | undefined; readonly why: string }[];
}

interface Draft {
  readonly trace: JobTrace | undefined;
  readonly key: string | undefined;
  readonly starts: Call[];
  readonly others: Call[];
}

export function recordedJobs(exchanges: readonly Exchange[]): RecordedJobs {
  const trace = readTrace(exchanges);
  const drafts = trace.jobs.map((job): Draft => ({
    trace: job,
    key: job.owner,
    starts: job.start ? [job.start] : [],
    others: [],
  }));
  assignOthers(trace, drafts);
  const unknown = new Set(
    trace.calls.filter((call) => isAboutJob(call) && !trace.job(call.id)).map(({ id }) => id),
  );
  const refused = drafts.filter((draft) => !draft.trace && draft.starts.every(isKeyRefused));
  const jobs = drafts.filter((draft) => !refused.includes(draft)).map((draft) => finished(draft, trace));
  return {
    jobs: jobs.toSorted((one, two) => one.startedAt - two.startedAt),
    others: [
      ...[...unknown].map((id) => ({
        id,
        why: 'the recording has no body of its start or of a status view',
      })),
      ...refused.map(() => ({ id: undefined, why: 'the service refused the API key (401)' })),
    ],
  };
}

/** Assigns the attempts to start a job, and the requests about presentations and templates. */
function assignOthers(trace: Trace, drafts: Draft[]): void {
  const byDeck = new Map(drafts.flatMap((draft) => decksOf(draft).map((id) => [id, draft] as const)));
  const started = drafts
    .filter(({ starts }) => starts.length > 0)
    .toSorted((one, two) => timeOf(one.starts[0]) - timeOf(two.starts[0]));
  const unstarted = new Map<string | undefined, Draft>();
  for (const call of trace.calls) {
    if (isAboutJob(call) || (isStart(call) && call.ok)) continue;
    const { key } = call.by;
    const next = started.find((draft) => draft.key === key && timeOf(draft.trace?.start) >= timeOf(call));
    if (!isStart(call)) {
      const named = byDeck.get(call.id);
      const own = named?.key === key ? named : undefined;
      (own ?? next ?? drafts.findLast((draft) => draft.key === key))?.others.push(call);
    } else if (next) next.starts.splice(-1, 0, call);
    else {
      const draft = unstarted.get(key) ?? { trace: undefined, key, starts: [], others: [] };
      unstarted.set(key, draft);
      draft.starts.push(call);
    }
  }
  drafts.push(...unstarted.values());
}

function finished(draft: Draft, { calls }: Trace): RecordedJob {
  const { trace, key, starts } = draft;
  const first = trace ? (trace.start ?? trace.polls[0]) : starts[0];
  return { ...draft, startedAt: timeOf(first), ofClient: calls.filter(({ by }) => by.key === key) };
}

function decksOf({ trace }: Draft): readonly string[] {
  return (trace?.views ?? []).flatMap(({ value }) => {
    const id = fieldOf(fieldOf(value, 'presentation'), 'id');
    return typeof id === 'string' ? [id] : [];
  });
}

/** In whole milliseconds since 1970. */
export function timeOf(call: Call | undefined): number {
  return Math.floor(call?.exchange.startedAt ?? 0);
}

const isStart = ({ operation }: Call): boolean => operation === 'startGeneration';

const isAboutJob = ({ operation }: Call): boolean =>
  operation === 'getGenerationStatus' || operation === 'sendGenerationMessage';

const isKeyRefused = ({ exchange }: Call): boolean => exchange.response?.status === 401;

/** From the start to the last request about the job, in milliseconds. */
export function lengthOf({ trace, starts, startedAt }: RecordedJob): number {
  const calls = [...starts, ...(trace?.polls ?? []), ...(trace?.messages ?? [])];
  return calls.reduce((length, call) => Math.max(length, timeOf(call) - startedAt), 0);
}
