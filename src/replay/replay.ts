/** A recording as the service plays it: each workspace, and each sandbox, plays its own copy from the beginning. */
import type {
  BeyondRecording,
  Replay,
  ReplayJob,
  ReplayRequest,
  ReplayResponse,
  ReplaySource,
  SavedReplay,
} from '../service/replay.js';
import { Playback } from './playback.js';
import { loadedState, savedState, type SavedState } from './playback-state.js';
import { playedJobs } from './played-jobs.js';
import { recordedWorkspace, type RecordedWorkspace } from './recorded-workspace.js';
import type { Recording } from './recording.js';
import { missingPart, sentResponse } from './sent-response.js';

/**
 * @param workspaceIds the ids of the workspaces that play the recorded ones, in their order; all others that are not sandboxes play
 * nothing
 */
export function replaySource(
  recording: Recording,
  workspaceIds: readonly string[],
  isSandbox: (workspaceId: string) => boolean,
): ReplaySource {
  const { workspaces, refused } = recording;
  const nothing = recordedWorkspace([]);
  return {
    name: recording.name,
    open: (id) => {
      if (id === '') return refused && new WorkspaceReplay(refused, recording);
      const recorded = isSandbox(id) ? workspaces[0] : workspaces[workspaceIds.indexOf(id)];
      return new WorkspaceReplay(recorded ?? nothing, recording);
    },
  };
}

const ONLY_304 = 'it has only a 304, and the request has no condition';

class WorkspaceReplay implements Replay {
  readonly name: string;
  readonly #playback: Playback;
  readonly #recording: Recording;

  constructor(recorded: RecordedWorkspace, recording: Recording) {
    this.name = recording.name;
    this.#playback = new Playback(recorded);
    this.#recording = recording;
  }

  respond(request: ReplayRequest): ReplayResponse | BeyondRecording {
    if (!request.isHead) return this.#respond(request);
    // A HEAD shows what a GET would get, and takes nothing from the recording.
    const before = loadedState(savedState(this.#playback.state));
    const response = this.#respond(request);
    this.#playback.restore(before);
    return response;
  }

  #respond(request: ReplayRequest): ReplayResponse | BeyondRecording {
    const played = this.#playback.play(request);
    if ('beyond' in played) return played;
    const missing = missingPart(played.call);
    if (missing) return this.#playback.note(request.operation, missing);
    const sent = sentResponse(played, request, this.#recording.addresses);
    return sent ?? this.#playback.note(request.operation, ONLY_304);
  }

  jobs(now: number): readonly ReplayJob[] {
    return playedJobs(this.#playback, now);
  }

  summary(): readonly string[] {
    return this.#playback.summary();
  }

  reset(): void {
    this.#playback.reset();
  }

  save(): SavedReplay {
    return { recording: this.name, state: { ...savedState(this.#playback.state) } };
  }

  restore({ state }: SavedReplay): void {
    this.#playback.restore(loadedState(state as unknown as SavedState));
  }
}
