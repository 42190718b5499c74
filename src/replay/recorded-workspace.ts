/** What a recording shows of one workspace, by resource: starts and jobs, creations and presentations, templates. */
import { fieldOf } from '../base/json.js';
import { groupBy } from '../base/group-by.js';
import type { Call } from '../contract/model/call.js';
import { knownStatus, startedJobId } from '../contract/model/call.js';
import { jsonOf } from '../contract/model/payload.js';
import { isFailure, segmentOf, segmentsOf, timeOf, type Segment } from './read-track.js';
import { writesOf, type Writes } from './writes.js';

export interface RecordedWorkspace {
  readonly calls: readonly Call[];
  /** When its first request was recorded, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly starts: Writes;
  /** The job that each start begins, by its position in `jobs`; -1 if it begins none. */
  readonly startedJobs: readonly number[];
  readonly jobs: readonly RecordedJob[];
  readonly creations: Writes;
  readonly presentations: readonly RecordedPresentation[];
  /** `undefined` if they were never listed. */
  readonly templates: Segment | undefined;
}

export interface RecordedJob {
  readonly id: string;
  /** Its start; `undefined` if it was not recorded. */
  readonly start: Call | undefined;
  /** Its polls. Each accepted reply starts a segment. */
  readonly segments: readonly Segment[];
  /** The messages of each segment. */
  readonly messages: readonly Messages[];
  /** The position of its first completed view in the last segment; -1 if it was not recorded. */
  readonly end: number;
  readonly presentationId: string | undefined;
}

export interface Messages extends Writes {
  /** The question that was shown when each message was sent; `undefined` if none was. */
  readonly questions: readonly (string | undefined)[];
  /** Whether each message was accepted, so that the next segment starts. */
  readonly areAccepted: readonly boolean[];
}

export interface RecordedPresentation {
  readonly id: string;
  /** The position of its job in `jobs`; -1 if it has none. */
  readonly job: number;
  /** The creation that returned it; `undefined` if it has none. */
  readonly creation: Call | undefined;
  /** Its fetches. The completed view of its job starts a segment, and so does each rename. */
  readonly segments: readonly Segment[];
  readonly patches: Writes;
  /** The segment that each rename starts; -1 for one that changed nothing. */
  readonly starts: readonly number[];
}

/** @param calls of one workspace, in the order of their starts */
export function recordedWorkspace(calls: readonly Call[]): RecordedWorkspace {
  const of = groupBy(calls, ({ operation }) => operation);
  const [starts, creations] = [of.get('startGeneration') ?? [], of.get('createPresentation') ?? []];
  const lists = of.get('listTemplates');
  const startsAt = calls[0] ? timeOf(calls[0]) : 0;
  const startById = new Map<string, Call>();
  for (const call of starts) {
    const id = call.ok ? startedJobId(call) : undefined;
    if (id !== undefined && !startById.has(id)) startById.set(id, call);
  }
  const polls = groupBy(of.get('getGenerationStatus') ?? [], ({ id }) => id);
  const messages = groupBy(of.get('sendGenerationMessage') ?? [], ({ id }) => id);
  const jobIds = [...new Set([...startById.keys(), ...polls.keys(), ...messages.keys()])];
  const jobs = jobIds.map((id) =>
    recordedJob(id, startById.get(id), polls.get(id) ?? [], messages.get(id) ?? [], startsAt),
  );
  const fetches = groupBy(of.get('getPresentation') ?? [], ({ id }) => id);
  const patches = groupBy(of.get('updatePresentation') ?? [], ({ id }) => id);
  const presentationIds = [...new Set([...fetches.keys(), ...patches.keys()])];
  return {
    calls,
    startsAt,
    starts: writesOf(starts),
    startedJobs: starts.map((call) => jobIds.indexOf((call.ok ? startedJobId(call) : undefined) ?? '')),
    jobs,
    creations: writesOf(creations),
    presentations: presentationIds.map((id) => {
      const job = jobs.findIndex(({ presentationId }) => presentationId === id);
      const creation = creations.find((call) => call.ok && idIn(call) === id);
      return recordedPresentation(id, {
        job,
        creation,
        endsAt: jobs[job] && endOf(jobs[job]),
        startsAt: creation ? timeOf(creation) : startsAt,
        fetches: fetches.get(id) ?? [],
        patches: patches.get(id) ?? [],
      });
    }),
    templates: lists && segmentOf(startsAt, lists),
  };
}

function recordedJob(
  id: string,
  start: Call | undefined,
  polls: readonly Call[],
  messages: readonly Call[],
  firstRequest: number,
): RecordedJob {
  const accepted = messages.filter((message) => isAccepted(message, messages, polls));
  const segments = segmentsOf(polls, start ? timeOf(start) : firstRequest, accepted.map(timeOf));
  const last = segments.at(-1);
  const end = last?.calls.findIndex((call) => statusOf(call) === 'completed') ?? -1;
  const view = jsonOf(last?.calls[end]?.received ?? { kind: 'empty' });
  const presentationId = fieldOf(fieldOf(view, 'presentation'), 'id');
  return {
    id,
    start,
    segments,
    messages: segments.map((_, index) => {
      const [since, until] = [accepted[index - 1], accepted[index]];
      const inside = messages.filter(
        (message) =>
          (!since || messages.indexOf(message) > messages.indexOf(since)) &&
          (!until || messages.indexOf(message) <= messages.indexOf(until)),
      );
      return {
        ...writesOf(inside),
        questions: inside.map((message) => questionBefore(message, polls)),
        areAccepted: inside.map((message) => message === until),
      };
    }),
    end,
    presentationId: typeof presentationId === 'string' ? presentationId : undefined,
  };
}

/** Whether a message moved its job: it was accepted, or it got no response and the next view shows another state. */
function isAccepted(message: Call, messages: readonly Call[], polls: readonly Call[]): boolean {
  if (message.ok) return true;
  const question = questionBefore(message, polls);
  if (!isFailure(message) || message.status === 429 || question === undefined) return false;
  const next = polls.find((poll) => timeOf(poll) > timeOf(message) && poll.ok);
  const between = messages.some(
    (other) =>
      next &&
      timeOf(other) > timeOf(message) &&
      timeOf(other) < timeOf(next) &&
      (other.ok || isFailure(other)),
  );
  return next !== undefined && !between && questionIn(next) !== question;
}

/** The question that the latest view before a message shows. */
function questionBefore(message: Call, polls: readonly Call[]): string | undefined {
  const view = polls.findLast((poll) => poll.ok && timeOf(poll) < timeOf(message));
  return view && questionIn(view);
}

/** The question of a view; `undefined` if it shows none. A question without a text counts, too. */
export function questionIn(call: Call): string | undefined {
  if (statusOf(call) !== 'awaiting_input') return undefined;
  const message = fieldOf(jsonOf(call.received), 'message');
  return typeof message === 'string' ? message : '';
}

/** The documented status that a view shows. */
export function statusOf(call: Call): ReturnType<typeof knownStatus> {
  return call.ok ? knownStatus(fieldOf(jsonOf(call.received), 'status')) : undefined;
}

/** When the first completed view of a job was recorded. */
function endOf({ segments, end }: RecordedJob): number | undefined {
  return end < 0 ? undefined : segments.at(-1)?.times[end];
}

function recordedPresentation(
  id: string,
  {
    job,
    creation,
    endsAt,
    startsAt,
    fetches,
    patches,
  }: {
    readonly job: number;
    readonly creation: Call | undefined;
    readonly endsAt: number | undefined;
    readonly startsAt: number;
    readonly fetches: readonly Call[];
    readonly patches: readonly Call[];
  },
): RecordedPresentation {
  const renames = patches.filter(({ ok }) => ok);
  const ends = endsAt === undefined ? [] : [endsAt];
  return {
    id,
    job,
    creation,
    segments: segmentsOf(fetches, startsAt, [...ends, ...renames.map(timeOf)]),
    patches: writesOf(patches),
    starts: patches.map((patch) => (patch.ok ? ends.length + renames.indexOf(patch) + 1 : -1)),
  };
}

/** The id in a response, if it is a usable string. */
export function idIn({ received }: Call): string | undefined {
  const id = fieldOf(jsonOf(received), 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}
