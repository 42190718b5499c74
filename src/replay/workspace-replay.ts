/** Replays a recording for the service: each workspace, and each sandbox, replays its own copy from the start. */
import type {
  UnrecordedRequest,
  Replay,
  ReplayJob,
  ReplayRequest,
  ReplayResponse,
  ReplaySource,
  ReplaySnapshot,
} from '../service/replay-source.js';
import { Playback } from './playback.js';
import { fromSnapshot, toSnapshot, type PlaybackSnapshot } from './playback-state.js';
import { buildRecordedWorkspace, type RecordedWorkspace } from './recorded-workspace.js';
import type { Recording } from './recording.js';
import { unplayableReason, toReplayResponse } from './replay-response.js';
import { listReplayedJobs } from './replayed-job-views.js';

const ONLY_304 = 'the recording has only a 304, and the request has no condition';

/**
 * @param workspaceIds the ids of the workspaces that replay the recorded ones, in their order. Other workspaces that are not
 * sandboxes replay nothing
 */
export function createReplaySource(
  recording: Recording,
  workspaceIds: readonly string[],
  isSandbox: (workspaceId: string) => boolean,
): ReplaySource {
  const { workspaces, rejected } = recording;
  const emptyWorkspace = buildRecordedWorkspace([]);
  return {
    name: recording.name,
    open: (id) => {
      if (id === '') return rejected && new WorkspaceReplay(rejected, recording);
      const recorded = isSandbox(id) ? workspaces[0] : workspaces[workspaceIds.indexOf(id)];
      return new WorkspaceReplay(recorded ?? emptyWorkspace, recording);
    },
  };
}

class WorkspaceReplay implements Replay {
  readonly name: string;
  readonly #playback: Playback;
  readonly #recording: Recording;

  constructor(recorded: RecordedWorkspace, recording: Recording) {
    this.name = recording.name;
    this.#playback = new Playback(recorded);
    this.#recording = recording;
  }

  respond(request: ReplayRequest): ReplayResponse | UnrecordedRequest {
    if (!request.isHead) return this.#respond(request);
    // A HEAD gets the headers of a GET, and does not advance the replay.
    const state = fromSnapshot(toSnapshot(this.#playback.state));
    const response = this.#respond(request);
    this.#playback.restore(state);
    return response;
  }

  #respond(request: ReplayRequest): ReplayResponse | UnrecordedRequest {
    const replayed = this.#playback.play(request);
    if ('reason' in replayed) return replayed;
    const reason = unplayableReason(replayed.call);
    if (reason) return this.#playback.countUnrecorded(request.operation, reason);
    const response = toReplayResponse(replayed, request, this.#recording.baseUrls);
    return response ?? this.#playback.countUnrecorded(request.operation, ONLY_304);
  }

  jobs(now: number): readonly ReplayJob[] {
    return listReplayedJobs(this.#playback, now);
  }

  summary(): readonly string[] {
    return this.#playback.summary();
  }

  reset(): void {
    this.#playback.reset();
  }

  snapshot(): ReplaySnapshot {
    return { recording: this.name, state: { ...toSnapshot(this.#playback.state) } };
  }

  restore({ state }: ReplaySnapshot): void {
    this.#playback.restore(fromSnapshot(state as unknown as PlaybackSnapshot));
  }
}
