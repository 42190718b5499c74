/** A recording as the service plays it: each workspace, and each sandbox, plays its own copy from the beginning. */
import type {
  UnrecordedRequest,
  Replay,
  ReplayJob,
  ReplayRequest,
  ReplayResponse,
  ReplaySource,
  ReplaySnapshot,
  ReplayTimelinePart,
} from '../service/replay-source.js';
import { getField, isObject } from '../base/json.js';
import type { Call } from '../judge/model/call.js';
import { getJson } from '../judge/model/body.js';
import { Playback } from './playback.js';
import {
  fromSnapshot,
  toSnapshot,
  type PlaybackSnapshot,
  type ReplayedJobState,
  type PlaybackContext,
} from './playback-state.js';
import {
  buildRecordedWorkspace,
  readStatus,
  type RecordedWorkspace,
  type RecordedJob,
} from './recorded-workspace.js';
import type { Recording } from './recording.js';
import { unplayableReason, toReplayResponse } from './replay-response.js';
import { nextViewChangeAt, currentJobView } from './replay-job.js';
import type { SyncPoint } from './read-cursor.js';
import type { Segment } from './segments.js';

/**
 * @param workspaceIds the ids of the workspaces that play the recorded ones, in their order; all others that are not sandboxes play
 * nothing
 */
export function createReplaySource(
  recording: Recording,
  workspaceIds: readonly string[],
  isSandbox: (workspaceId: string) => boolean,
): ReplaySource {
  const { workspaces, refused } = recording;
  const emptyWorkspace = buildRecordedWorkspace([]);
  return {
    name: recording.name,
    open: (id) => {
      if (id === '') return refused && new WorkspaceReplay(refused, recording);
      const recorded = isSandbox(id) ? workspaces[0] : workspaces[workspaceIds.indexOf(id)];
      return new WorkspaceReplay(recorded ?? emptyWorkspace, recording);
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

  respond(request: ReplayRequest): ReplayResponse | UnrecordedRequest {
    if (!request.isHead) return this.#respond(request);
    // A HEAD shows what a GET would get, and takes nothing from the recording.
    const before = fromSnapshot(toSnapshot(this.#playback.state));
    const response = this.#respond(request);
    this.#playback.restore(before);
    return response;
  }

  #respond(request: ReplayRequest): ReplayResponse | UnrecordedRequest {
    const played = this.#playback.play(request);
    if ('reason' in played) return played;
    const missing = unplayableReason(played.call);
    if (missing) return this.#playback.countUnrecorded(request.operation, missing);
    const sent = toReplayResponse(played, request, this.#recording.baseUrls);
    return sent ?? this.#playback.countUnrecorded(request.operation, ONLY_304);
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

/* The jobs of a replay for people: their views, and the parts of their timelines. */

/** @returns the newest first */
function listReplayedJobs(playing: PlaybackContext, now: number): readonly ReplayJob[] {
  return [...playing.state.jobs]
    .map(([id, job]) => toReplayJob(id, job, playing, now))
    .toSorted((one, two) => two.startedAt - one.startedAt);
}

function toReplayJob(id: string, job: ReplayedJobState, playing: PlaybackContext, now: number): ReplayJob {
  const recorded = playing.recorded.jobs[job.recorded] as RecordedJob;
  const sent = recorded.start && getJson(recorded.start.requestBody);
  const view = currentJobView(playing, job, now);
  const parts = buildTimelineParts(job, recorded);
  return {
    id,
    startedAt: job.startedAt,
    prompt: stringOf(getField(sent, 'prompt')),
    templateId: stringOf(getField(sent, 'template_id')),
    view: currentStatusBody(view, id),
    parts,
    until: nextViewChangeAt(playing, job, now),
  };
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Before its first view, a job shows what its start returned. */
function currentStatusBody(call: Call | undefined, id: string): Readonly<Record<string, unknown>> {
  const value = call && getJson(call.responseBody);
  return isObject(value) ? value : { generation_id: id, status: 'generating' };
}

function buildTimelineParts(job: ReplayedJobState, { segments }: RecordedJob): readonly ReplayTimelinePart[] {
  const { anchors, position } = job;
  const parts: ReplayTimelinePart[] = [];
  anchors.forEach((anchor, index) => {
    const segment = segments[index];
    const until = anchors[index + 1]?.played ?? Infinity;
    const count = index === position.segment ? position.sync : anchor;
    if (segment) appendParts(parts, segment, anchor, count, until);
  });
  return parts.map((part, index) => ({ ...part, until: parts[index + 1]?.from ?? part.until }));
}

function appendParts(
  parts: ReplayTimelinePart[],
  segment: Segment,
  anchor: SyncPoint,
  count: SyncPoint,
  until: number,
): void {
  segment.calls.forEach((call, index) => {
    const status = readStatus(call);
    if (status === undefined) return;
    const start = Math.ceil((segment.currentFrom[index] ?? 0) - count.recorded + count.played);
    const from = Math.max(anchor.played, Number.isFinite(start) ? start : anchor.played);
    const text = viewText(call);
    const last = parts.at(-1);
    if (from >= until || (last?.status === status && last.text === text)) return;
    parts.push({ status, text, from, until: Infinity });
  });
}

/** The step, the question or the error of a view. */
function viewText({ responseBody }: Call): string | undefined {
  const view = getJson(responseBody);
  const texts = [
    getField(getField(view, 'progress'), 'current_step'),
    getField(view, 'message'),
    getField(view, 'error'),
  ];
  return texts.find((text) => typeof text === 'string');
}
