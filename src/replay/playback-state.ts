/** What a replay of one workspace has played so far. It is plain data, so that it can be saved and restored. */
import type { Call } from '../contract/model/call.js';
import type { Match, Position } from './position.js';
import type { Segment } from './read-track.js';
import type { RecordedWorkspace } from './recorded-workspace.js';
import { UNPLAYED, type WritePosition } from './writes.js';

export interface PlaybackState {
  /** When its first request was played; `null` before it. */
  startedAt: number | null;
  starts: WritePosition;
  creations: WritePosition;
  templates: Position | null;
  /** By their ids. */
  readonly jobs: Map<string, PlayedJob>;
  readonly presentations: Map<string, PlayedPresentation>;
  /** The failures that were played, by their positions in the recorded workspace. */
  readonly failures: Set<number>;
  /** The requests beyond the recording, by the reason. */
  readonly beyond: Map<string, number>;
}

export interface PlayedJob {
  /** The position of the recorded job. */
  readonly recorded: number;
  readonly startedAt: number;
  /** The anchors of its segments so far. */
  readonly anchors: readonly Match[];
  readonly position: Position;
  /** The messages of each segment. */
  readonly messages: readonly WritePosition[];
}

export interface PlayedPresentation {
  /** The position of the recorded presentation. */
  readonly recorded: number;
  readonly position: Position;
  readonly patches: WritePosition;
}

/** The recording of a workspace, and what was played of it. */
export interface Playing {
  readonly recorded: RecordedWorkspace;
  readonly state: PlaybackState;
}

export interface Played {
  readonly call: Call;
  /** The last whole response before a 304, for a client that has no copy. */
  readonly whole: Call | undefined;
  /** The id of the job that a start began. Its request does not name it. */
  readonly started?: string | undefined;
}

/** Why the recording has no response. */
export interface Beyond {
  readonly beyond: string;
}

export function nothingPlayed(): PlaybackState {
  return {
    startedAt: null,
    starts: UNPLAYED,
    creations: UNPLAYED,
    templates: null,
    jobs: new Map(),
    presentations: new Map(),
    failures: new Set(),
    beyond: new Map(),
  };
}

/** The call at a position of a segment, and the last whole response before it. */
export function playedRead({ calls }: Segment, index: number): Played {
  const whole = calls.slice(0, index).findLast(({ ok }) => ok);
  return { call: calls[index] as Call, whole };
}

/** The state as JSON, to be saved. */
export type SavedState = Omit<PlaybackState, 'jobs' | 'presentations' | 'failures' | 'beyond'> & {
  readonly [Name in 'jobs' | 'presentations' | 'beyond']: readonly (readonly [
    string,
    PlaybackState[Name] extends Map<string, infer Value> ? Value : never,
  ])[];
} & { readonly failures: readonly number[] };

export function savedState({ jobs, presentations, failures, beyond, ...rest }: PlaybackState): SavedState {
  return {
    ...rest,
    jobs: [...jobs],
    presentations: [...presentations],
    failures: [...failures],
    beyond: [...beyond],
  };
}

export function loadedState({ jobs, presentations, failures, beyond, ...rest }: SavedState): PlaybackState {
  return {
    ...rest,
    jobs: new Map(jobs),
    presentations: new Map(presentations),
    failures: new Set(failures),
    beyond: new Map(beyond),
  };
}
