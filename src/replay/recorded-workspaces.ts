/**
 * Splits a recording into the workspaces of its keys, and each of them into its jobs and its other calls. Keys that reach the same
 * job or presentation belong to one workspace.
 */
import { groupBy } from '../base/group-by.js';
import { fieldOf } from '../base/json.js';
import type { Exchange } from '../journal/exchange.js';
import { callsOf, type Call } from './call.js';
import { createdDecks, isAboutJob, numbered, type JobCall, type RecordedJob } from './recorded-jobs.js';
import { startedId } from './recorded-ids.js';
import { isSuccess } from './recorded-response.js';

export interface RecordedWorkspace {
  /** The keys, or their marks. Undefined stands for requests without a key. */
  readonly keys: readonly (string | undefined)[];
  /** The first call, in milliseconds since 1970. */
  readonly startedAt: number;
  /** In the order of their starts. The calls of a job are its polls and messages. */
  readonly jobs: readonly RecordedJob[];
  /** All other calls, as those of a job without an id. */
  readonly lobby: RecordedJob;
  /** All calls in the order of time, with the job that each is about. */
  readonly calls: readonly { readonly call: JobCall; readonly job: RecordedJob | undefined }[];
}

export interface RecordedWorkspaces {
  readonly workspaces: readonly RecordedWorkspace[];
  /** What cannot be replayed, in sentences. */
  readonly leftOut: readonly string[];
}

export function recordedWorkspaces(exchanges: readonly Exchange[]): RecordedWorkspaces {
  const calls = callsOf(exchanges);
  const groups = new Groups();
  for (const call of calls) join(groups, call);
  const accepted = new Set(calls.flatMap(({ key, response }) => (response.status === 401 ? [] : [key])));
  const refused = calls.filter(({ key }) => !accepted.has(key)).length;
  const byGroup = new Map<string, Call[]>();
  for (const call of calls) {
    if (!accepted.has(call.key)) continue;
    const group = groups.find(keyName(call));
    const list = byGroup.get(group);
    if (list) list.push(call);
    else byGroup.set(group, [call]);
  }
  const leftOut: string[] = [];
  if (refused > 0)
    leftOut.push(`${refused} of the requests had a refused key (401). Deckhand refuses unknown keys itself.`);
  const workspaces = [...byGroup.values()].map((list) => workspaceOf(list, leftOut));
  return { workspaces, leftOut };
}

function workspaceOf(calls: readonly Call[], leftOut: string[]): RecordedWorkspace {
  const startedAt = calls[0]?.at ?? 0;
  const starts = new Map<string, Call>();
  for (const call of calls) {
    const id = isSuccess(call.response.status) ? startedId(call) : undefined;
    if (id !== undefined && !starts.has(id)) starts.set(id, call);
  }
  const about = groupBy(calls.filter(isAboutJob), ({ id }) => id);
  const jobs = [...starts].map(([id, start]) => jobOf(id, start, about.get(id) ?? []));
  const known = new Map(jobs.map((job) => [job.id, job]));
  const startless = new Set<string>();
  for (const call of calls)
    if (isAboutJob(call) && !known.has(call.id) && isSuccess(call.response.status)) startless.add(call.id);
  for (const id of startless)
    leftOut.push(
      `The job ${id} has no recorded start, so ${about.get(id)?.length ?? 0} of its requests are left out.`,
    );
  const others = calls.filter((call) => !isAboutJob(call) || !(known.has(call.id) || startless.has(call.id)));
  const lobby: RecordedJob = {
    id: undefined,
    startedAt,
    isStartRecorded: false,
    presentationId: undefined,
    decks: new Set([...jobs.flatMap(({ decks }) => [...decks]), ...createdDecks(calls)]),
    calls: numbered(others, startedAt),
  };
  const all = [
    ...lobby.calls.map((call) => ({ call, job: known.get(startedId(call)) })),
    ...jobs.flatMap((job) => job.calls.map((call) => ({ call, job }))),
  ].toSorted(
    (one, two) => one.call.at - two.call.at || one.call.exchange.sequence - two.call.exchange.sequence,
  );
  return { keys: [...new Set(calls.map(({ key }) => key))], startedAt, jobs, lobby, calls: all };
}

function jobOf(id: string, start: Call, calls: readonly Call[]): RecordedJob {
  const decks = calls.flatMap(({ response }) => {
    const deck =
      response.kind === 'json' ? fieldOf(fieldOf(response.value, 'presentation'), 'id') : undefined;
    return typeof deck === 'string' ? [deck] : [];
  });
  return {
    id,
    startedAt: start.at,
    isStartRecorded: true,
    presentationId: decks[0],
    decks: new Set(decks.slice(0, 1)),
    calls: numbered(calls, start.at),
  };
}

function keyName({ key }: Call): string {
  return `key ${key ?? ''}`;
}

/** Joins the key of a call with what it reaches. A public presentation can be read with every key. */
function join(groups: Groups, call: Call): void {
  const { operation, id, response } = call;
  groups.find(keyName(call));
  if (!isSuccess(response.status) || response.kind !== 'json') return;
  const job = isAboutJob(call) ? id : startedId(call);
  if (job !== undefined) groups.join(keyName(call), `job ${job}`);
  const presentation = fieldOf(response.value, 'presentation') ?? response.value;
  const workspace = fieldOf(presentation, 'workspace_id');
  const isOwn = operation !== 'getPresentation' || fieldOf(presentation, 'is_public') !== true;
  if (typeof workspace === 'string' && isOwn) groups.join(keyName(call), `workspace ${workspace}`);
}

/** Groups of names. A join makes one group of two. */
class Groups {
  readonly #parents = new Map<string, string>();

  find(name: string): string {
    const parent = this.#parents.get(name);
    if (parent === undefined) this.#parents.set(name, name);
    return parent === undefined || parent === name ? name : this.find(parent);
  }

  join(one: string, other: string): void {
    this.#parents.set(this.find(other), this.find(one));
  }
}
