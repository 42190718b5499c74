/** The progress of the replay of one workspace, as plain data for snapshots. */
import type { RecordedCall } from './recorded-call.js';
import type { SyncPoint, ReadCursor } from './read-cursor.js';
import type { Segment } from './segments.js';
import type { RecordedWorkspace } from './recorded-workspace.js';
import { INITIAL_WRITE_CURSOR, type WriteCursor } from './recorded-writes.js';

export interface PlaybackState {
  /** When the first request was replayed; `null` before it. */
  startedAt: number | null;
  starts: WriteCursor;
  creations: WriteCursor;
  templates: ReadCursor | null;
  /** By their ids. */
  readonly jobs: Map<string, ReplayedJobState>;
  readonly presentations: Map<string, ReplayedPresentationState>;
  /** Requests that the interface does not document, by their method and path. */
  readonly others: Map<string, ReplayedOthersState>;
  /** Indexes of the recorded failures that were replayed. */
  readonly playedFailures: Set<number>;
  /** The ids of the jobs whose end was replayed. */
  readonly endedJobs: Set<string>;
  /** Unrecorded requests, counted by reason. */
  readonly unrecorded: Map<string, number>;
}

export interface ReplayedJobState {
  /** The index of the recorded job. */
  readonly recorded: number;
  readonly startedAt: number;
  /** The anchors of its segments so far. */
  readonly anchors: readonly SyncPoint[];
  readonly position: ReadCursor;
  /** The replayed messages of each segment. */
  readonly messages: readonly WriteCursor[];
}

export interface ReplayedPresentationState {
  /** The index of the recorded presentation. */
  readonly recorded: number;
  readonly position: ReadCursor;
  readonly patches: WriteCursor;
}

export interface ReplayedOthersState {
  readonly reads: ReadCursor;
  readonly writes: WriteCursor;
}

/** The recording of a workspace, and the progress of its replay. */
export interface PlaybackContext {
  readonly recorded: RecordedWorkspace;
  readonly state: PlaybackState;
}

/** A recorded call that responds to a request. */
export interface ReplayedCall {
  readonly call: RecordedCall;
  /** The last complete response before a 304, for a client without a cached copy. */
  readonly fullResponse: RecordedCall | undefined;
  /** The id of the job that a start created, because the request does not contain it. */
  readonly startedJobId?: string | undefined;
  /** Advances the replay past this call. A HEAD does not. */
  readonly advance: () => void;
}

/** Why the recording has no response. */
export interface UnrecordedCall {
  readonly reason: string;
}

/** The state as JSON, for a snapshot. */
export type PlaybackSnapshot = Omit<
  PlaybackState,
  'jobs' | 'presentations' | 'others' | 'playedFailures' | 'endedJobs' | 'unrecorded'
> & {
  readonly [Name in 'jobs' | 'presentations' | 'others' | 'unrecorded']: readonly (readonly [
    string,
    PlaybackState[Name] extends Map<string, infer Value> ? Value : never,
  ])[];
} & { readonly failures: readonly number[]; readonly ended: readonly string[] };

export function initialPlaybackState(): PlaybackState {
  return {
    startedAt: null,
    starts: INITIAL_WRITE_CURSOR,
    creations: INITIAL_WRITE_CURSOR,
    templates: null,
    jobs: new Map(),
    presentations: new Map(),
    others: new Map(),
    playedFailures: new Set(),
    endedJobs: new Set(),
    unrecorded: new Map(),
  };
}

/** The call at an index of a segment, and the last complete response before it. */
export function toReplayedCall({ calls }: Segment, index: number, advance: () => void): ReplayedCall {
  const fullResponse = calls.slice(0, index).findLast(({ isSuccess }) => isSuccess);
  return { call: calls[index] as RecordedCall, fullResponse, advance };
}

export function toSnapshot({
  jobs,
  presentations,
  others,
  playedFailures,
  endedJobs,
  unrecorded,
  ...rest
}: PlaybackState): PlaybackSnapshot {
  return {
    ...rest,
    jobs: [...jobs],
    presentations: [...presentations],
    others: [...others],
    failures: [...playedFailures],
    ended: [...endedJobs],
    unrecorded: [...unrecorded],
  };
}

export function fromSnapshot({
  jobs,
  presentations,
  others,
  failures,
  ended,
  unrecorded,
  ...rest
}: PlaybackSnapshot): PlaybackState {
  return {
    ...rest,
    jobs: new Map(jobs),
    presentations: new Map(presentations),
    others: new Map(others),
    playedFailures: new Set(failures),
    endedJobs: new Set(ended),
    unrecorded: new Map(unrecorded),
  };
}
