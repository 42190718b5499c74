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
import { basePath } from '../generated/routes.js';
import { matchOperation } from '../judge/model/operation.js';
import { Playback, type ReplayedRequest } from './playback.js';
import { fromSnapshot, toSnapshot, type PlaybackSnapshot, type ReplayedCall } from './playback-state.js';
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
    matchOperation: (method, path) => matchOperation(method, basePath + path),
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
  #jobChangeCount = 0;

  constructor(recorded: RecordedWorkspace, recording: Recording) {
    this.name = recording.name;
    this.#playback = new Playback(recorded);
    this.#recording = recording;
  }

  get jobChangeCount(): number {
    return this.#jobChangeCount;
  }

  respond(request: ReplayRequest): ReplayResponse | UnrecordedRequest {
    const target = `${request.method} ${request.path}`;
    // A HEAD that was not recorded gets the headers of a GET, and does not advance the replay.
    const isPeek = request.method === 'HEAD' && !this.#playback.recorded.others.has(target);
    const replayed = isPeek
      ? this.#playback.peek({ ...request, target: `GET ${request.path}` })
      : this.#play({ ...request, target, ...(request.method === 'HEAD' && { operation: undefined }) });
    if ('reason' in replayed) return replayed;
    const response = this.#toResponse(replayed, request);
    if (isPeek || !('reason' in response)) return response;
    return this.#playback.countUnrecorded(request.operation, response.reason);
  }

  start(body: string, now: number): { readonly jobId: string | undefined } | UnrecordedRequest {
    const replayed = this.#play({ operation: 'startGeneration', target: '', query: '', id: '', body, now });
    return 'reason' in replayed ? replayed : { jobId: replayed.startedJobId };
  }

  reply(jobId: string, body: string, now: number): UnrecordedRequest | undefined {
    const replayed = this.#play({
      operation: 'sendGenerationMessage',
      target: '',
      query: '',
      id: jobId,
      body,
      now,
    });
    return 'reason' in replayed ? replayed : undefined;
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

  #play(request: ReplayedRequest): ReplayedCall | UnrecordedRequest {
    const { operation } = request;
    if (operation === 'startGeneration' || operation === 'sendGenerationMessage') this.#jobChangeCount += 1;
    return this.#playback.play(request);
  }

  #toResponse(replayed: ReplayedCall, request: ReplayRequest): ReplayResponse | UnrecordedRequest {
    const reason = unplayableReason(replayed.call);
    if (reason) return { reason };
    return toReplayResponse(replayed, request, this.#recording.baseUrls) ?? { reason: ONLY_304 };
  }
}
