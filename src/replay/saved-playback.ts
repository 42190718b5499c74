/** The state of a replay as JSON, for snapshots. */
import type { PlaybackState } from './playback-state.js';

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
