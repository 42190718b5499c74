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
  /** By the ids that clients see. */
  readonly jobs: Map<string, PlayedJob>;
  readonly presentations: Map<string, PlayedPresentation>;
  /** The number of jobs that were played again. */
  copies: number;
  /** The failures that were played, by their positions in the recorded workspace. */
  readonly failures: Set<number>;
  /** The requests beyond the recording, by the reason. */
  readonly beyond: Map<string, number>;
}

/** The recorded ids of a job that is played again, with the ids that clients see. */
export type Ids = readonly (readonly [recorded: string, played: string])[];

export interface PlayedJob {
  /** The position of the recorded job. */
  readonly recorded: number;
  readonly startedAt: number;
  readonly ids: Ids;
  /** The anchors of its segments so far. */
  readonly anchors: readonly Match[];
  readonly position: Position;
  /** The messages of each segment. */
  readonly messages: readonly WritePosition[];
}

export interface PlayedPresentation {
  /** The position of the recorded presentation. */
  readonly recorded: number;
  readonly ids: Ids;
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
  readonly ids: Ids;
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
    copies: 0,
    failures: new Set(),
    beyond: new Map(),
  };
}

/** The id that clients see. */
export const idOf = (recorded: string, ids: Ids): string =>
  ids.find(([from]) => from === recorded)?.[1] ?? recorded;

/** The call at a position of a segment, and the last whole response before it. */
export function playedRead({ calls }: Segment, index: number, ids: Ids): Played {
  const whole = calls.slice(0, index).findLast(({ ok }) => ok);
  return { call: calls[index] as Call, whole, ids };
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
