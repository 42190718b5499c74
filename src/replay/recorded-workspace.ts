/** Groups the calls of one recorded workspace by resource: starts and jobs, creations and presentations, templates. */
import { getField } from '../base/json.js';
import { groupBy } from '../base/group-by.js';
import { getStartedJobId, parseJobStatus } from '../judge/model/call.js';
import { getJson } from '../judge/model/body.js';
import type { RecordedCall } from './recorded-call.js';
import { findRedirects, type RecordedRedirects } from './redirects.js';
import { isFailure, buildSegment, splitIntoSegments, startTimeOf, type Segment } from './segments.js';
import { buildRecordedWrites, type RecordedWrites } from './recorded-writes.js';

export interface RecordedWorkspace {
  readonly calls: readonly RecordedCall[];
  /** When its first request was recorded, in milliseconds since 1970. */
  readonly startsAt: number;
  readonly starts: RecordedWrites;
  /** The index in `jobs` of the job that each start creates; -1 if it creates none. */
  readonly startedJobs: readonly number[];
  readonly jobs: readonly RecordedJob[];
  readonly creations: RecordedWrites;
  readonly presentations: readonly RecordedPresentation[];
  /** `undefined` if the templates were never listed. */
  readonly templates: Segment | undefined;
  readonly redirects: RecordedRedirects;
  /** Requests that the interface does not document, by their method and path. */
  readonly others: ReadonlyMap<string, RecordedOthers>;
  /** Requests whose clients gave up at once, which are not replayed. */
  readonly leftOut: readonly RecordedCall[];
}

/** Requests with one method and path: reads depend on the time, and writes on their order. */
export interface RecordedOthers {
  readonly segment: Segment;
  readonly writes: RecordedWrites;
}

export interface RecordedJob {
  readonly id: string;
  /** Its start; `undefined` if it was not recorded. */
  readonly start: RecordedCall | undefined;
  /** Its polls. Each accepted reply starts a segment. */
  readonly segments: readonly Segment[];
  /** The messages of each segment. */
  readonly messages: readonly RecordedMessages[];
  /** The index of its first completed status response in the last segment; -1 if it was not recorded. */
  readonly completedIndex: number;
  /** The first poll that shows how it ended; `undefined` if none does. */
  readonly end: RecordedCall | undefined;
  readonly presentationId: string | undefined;
}

export interface RecordedMessages extends RecordedWrites {
  /** The open question when each message was sent; `undefined` if there was none. */
  readonly questions: readonly (string | undefined)[];
  /** Whether each message was accepted, so that the next segment starts. */
  readonly isAccepted: readonly boolean[];
}

export interface RecordedPresentation {
  readonly id: string;
  /** The index of its job in `jobs`; -1 if it has none. */
  readonly job: number;
  /** The creation that returned it; `undefined` if it has none. */
  readonly creation: RecordedCall | undefined;
  /** Its fetches. The completion of its job starts a segment, and so does each rename. */
  readonly segments: readonly Segment[];
  readonly patches: RecordedWrites;
  /** The index of the segment that each rename starts; -1 for a failed one. */
  readonly starts: readonly number[];
}

/**
 * @param calls of one workspace, in the order of their starts
 * @param leftOut the requests that are not replayed
 */
export function buildRecordedWorkspace(
  calls: readonly RecordedCall[],
  leftOut: readonly RecordedCall[] = [],
): RecordedWorkspace {
  const redirects = findRedirects(calls);
  const byOperation = groupBy(
    calls.filter((call) => !redirects.includes(call)),
    ({ operation }) => operation,
  );
  const [starts, creations] = [
    byOperation.get('startGeneration') ?? [],
    byOperation.get('createPresentation') ?? [],
  ];
  const lists = byOperation.get('listTemplates');
  const startsAt = calls[0] ? startTimeOf(calls[0]) : 0;
  const startById = new Map<string, RecordedCall>();
  for (const call of starts) {
    const id = call.isSuccess ? getStartedJobId(call) : undefined;
    if (id !== undefined && !call.isBorrowed && !startById.has(id)) startById.set(id, call);
  }
  const polls = groupBy(byOperation.get('getGenerationStatus') ?? [], ({ id }) => id);
  const messages = groupBy(byOperation.get('sendGenerationMessage') ?? [], ({ id }) => id);
  const jobIds = [...new Set([...startById.keys(), ...polls.keys(), ...messages.keys()])];
  const jobs = jobIds.map((id) =>
    buildRecordedJob(id, startById.get(id), polls.get(id) ?? [], messages.get(id) ?? [], startsAt),
  );
  const fetches = groupBy(byOperation.get('getPresentation') ?? [], ({ id }) => id);
  const patches = groupBy(byOperation.get('updatePresentation') ?? [], ({ id }) => id);
  const presentationIds = [...new Set([...fetches.keys(), ...patches.keys()])];
  return {
    calls,
    startsAt,
    starts: buildRecordedWrites(starts),
    startedJobs: starts.map((call) =>
      jobIds.indexOf((call.isSuccess ? getStartedJobId(call) : undefined) ?? ''),
    ),
    jobs,
    creations: buildRecordedWrites(creations),
    presentations: presentationIds.map((id) => {
      const job = jobs.findIndex(({ presentationId }) => presentationId === id);
      const creation = creations.find((call) => call.isSuccess && getResourceId(call) === id);
      return buildRecordedPresentation(id, {
        job,
        creation,
        endsAt: jobs[job] && getCompletionTime(jobs[job]),
        startsAt: creation ? startTimeOf(creation) : startsAt,
        fetches: fetches.get(id) ?? [],
        patches: patches.get(id) ?? [],
      });
    }),
    templates: lists && buildSegment(startsAt, lists),
    redirects,
    others: new Map(
      [...groupBy(byOperation.get(undefined) ?? [], ({ target }) => target)].map(([target, others]) => [
        target,
        { segment: buildSegment(startsAt, others), writes: buildRecordedWrites(others) },
      ]),
    ),
    leftOut,
  };
}

function buildRecordedJob(
  id: string,
  start: RecordedCall | undefined,
  polls: readonly RecordedCall[],
  messages: readonly RecordedCall[],
  firstRequest: number,
): RecordedJob {
  const accepted = messages.filter((message) => isAccepted(message, messages, polls));
  const segments = splitIntoSegments(
    polls,
    start ? startTimeOf(start) : firstRequest,
    accepted.map(startTimeOf),
  );
  const last = segments.at(-1);
  const end = last?.calls.findIndex((call) => readStatus(call) === 'completed') ?? -1;
  const statusBody = getJson(last?.calls[end]?.responseBody ?? { kind: 'empty' });
  const presentationId = getField(getField(statusBody, 'presentation'), 'id');
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
        ...buildRecordedWrites(inside),
        questions: inside.map((message) => findQuestionBefore(message, polls)),
        isAccepted: inside.map((message) => message === until),
      };
    }),
    completedIndex: end,
    end: polls.find(showsEnd),
    presentationId: typeof presentationId === 'string' ? presentationId : undefined,
  };
}

/** Whether a message advanced its job: it was accepted, or it got no response and the next poll shows another state. */
function isAccepted(
  message: RecordedCall,
  messages: readonly RecordedCall[],
  polls: readonly RecordedCall[],
): boolean {
  if (message.isSuccess) return true;
  const question = findQuestionBefore(message, polls);
  if (!isFailure(message) || message.status === 429 || question === undefined) return false;
  const next = polls.find((poll) => startTimeOf(poll) > startTimeOf(message) && poll.isSuccess);
  const between = messages.some(
    (other) =>
      next &&
      startTimeOf(other) > startTimeOf(message) &&
      startTimeOf(other) < startTimeOf(next) &&
      (other.isSuccess || isFailure(other)),
  );
  return next !== undefined && !between && readQuestion(next) !== question;
}

/** The question in the latest successful poll before a message. */
function findQuestionBefore(message: RecordedCall, polls: readonly RecordedCall[]): string | undefined {
  const poll = polls.findLast((one) => one.isSuccess && startTimeOf(one) < startTimeOf(message));
  return poll && readQuestion(poll);
}

/** The question in a status response; `undefined` if it has none. A question without a text is an empty string. */
export function readQuestion(call: RecordedCall): string | undefined {
  if (readStatus(call) !== 'awaiting_input') return undefined;
  const message = getField(getJson(call.responseBody), 'message');
  return typeof message === 'string' ? message : '';
}

/** The documented status in a status response. */
export function readStatus(call: RecordedCall): ReturnType<typeof parseJobStatus> {
  return call.isSuccess ? parseJobStatus(getField(getJson(call.responseBody), 'status')) : undefined;
}

/** Whether it is a poll of a job that has ended. */
export function showsEnd(call: RecordedCall): boolean {
  const status = call.operation === 'getGenerationStatus' ? readStatus(call) : undefined;
  return status === 'completed' || status === 'failed';
}

/** When the completion of a job was first recorded. */
function getCompletionTime({ segments, completedIndex }: RecordedJob): number | undefined {
  return completedIndex < 0 ? undefined : segments.at(-1)?.times[completedIndex];
}

function buildRecordedPresentation(
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
    readonly creation: RecordedCall | undefined;
    readonly endsAt: number | undefined;
    readonly startsAt: number;
    readonly fetches: readonly RecordedCall[];
    readonly patches: readonly RecordedCall[];
  },
): RecordedPresentation {
  const renames = patches.filter(({ isSuccess }) => isSuccess);
  const ends = endsAt === undefined ? [] : [endsAt];
  return {
    id,
    job,
    creation,
    segments: splitIntoSegments(fetches, startsAt, [...ends, ...renames.map(startTimeOf)]),
    patches: buildRecordedWrites(patches),
    starts: patches.map((patch) => (patch.isSuccess ? ends.length + renames.indexOf(patch) + 1 : -1)),
  };
}

/** The id in a response, if it is a usable string. */
export function getResourceId({ responseBody }: RecordedCall): string | undefined {
  const id = getField(getJson(responseBody), 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}
