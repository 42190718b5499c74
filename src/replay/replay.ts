/** A recording as the service plays it: each workspace, and each sandbox, plays its own copy from the beginning. */
import type {
  BeyondRecording,
  Replay,
  ReplayJob,
  ReplayRequest,
  ReplayResponse,
  ReplaySource,
  SavedReplay,
  ReplayPart,
} from '../service/replay.js';
import { fieldOf, isObject } from '../base/json.js';
import type { Call } from '../contract/model/call.js';
import { jsonOf } from '../contract/model/payload.js';
import { Playback } from './playback.js';
import { loadedState, savedState, type SavedState, type PlayedJob, type Playing } from './playback-state.js';
import {
  recordedWorkspace,
  statusOf,
  type RecordedWorkspace,
  type RecordedJob,
} from './recorded-workspace.js';
import type { Recording } from './recording.js';
import { missingPart, sentResponse } from './sent-response.js';
import { nextViewOfJob, viewOfJob } from './play-job.js';
import type { Match } from './position.js';
import type { Segment } from './read-track.js';

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

/* The jobs of a replay for people: their views, and the parts of their timelines. */

/** @returns the newest first */
function playedJobs(playing: Playing, now: number): readonly ReplayJob[] {
  return [...playing.state.jobs]
    .map(([id, job]) => replayJob(id, job, playing, now))
    .toSorted((one, two) => two.startedAt - one.startedAt);
}

function replayJob(id: string, job: PlayedJob, playing: Playing, now: number): ReplayJob {
  const recorded = playing.recorded.jobs[job.recorded] as RecordedJob;
  const sent = recorded.start && jsonOf(recorded.start.sent);
  const view = viewOfJob(playing, job, now);
  const parts = partsOf(job, recorded);
  return {
    id,
    startedAt: job.startedAt,
    prompt: stringOf(fieldOf(sent, 'prompt')),
    templateId: stringOf(fieldOf(sent, 'template_id')),
    view: viewOf(view, id),
    parts,
    until: nextViewOfJob(playing, job, now),
  };
}

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Before its first view, a job shows what its start returned. */
function viewOf(call: Call | undefined, id: string): Readonly<Record<string, unknown>> {
  const value = call && jsonOf(call.received);
  return isObject(value) ? value : { generation_id: id, status: 'generating' };
}

function partsOf(job: PlayedJob, { segments }: RecordedJob): readonly ReplayPart[] {
  const { anchors, position } = job;
  const parts: ReplayPart[] = [];
  anchors.forEach((anchor, index) => {
    const segment = segments[index];
    const until = anchors[index + 1]?.played ?? Infinity;
    const count = index === position.segment ? position.count : anchor;
    if (segment) addParts(parts, segment, anchor, count, until);
  });
  return parts.map((part, index) => ({ ...part, until: parts[index + 1]?.from ?? part.until }));
}

function addParts(parts: ReplayPart[], segment: Segment, anchor: Match, count: Match, until: number): void {
  segment.calls.forEach((call, index) => {
    const status = statusOf(call);
    if (status === undefined) return;
    const start = Math.ceil((segment.from[index] ?? 0) - count.recorded + count.played);
    const from = Math.max(anchor.played, Number.isFinite(start) ? start : anchor.played);
    const text = bodyText(call);
    const last = parts.at(-1);
    if (from >= until || (last?.status === status && last.text === text)) return;
    parts.push({ status, text, from, until: Infinity });
  });
}

/** The step, the question or the error of a view. */
function bodyText({ received }: Call): string | undefined {
  const view = jsonOf(received);
  const texts = [
    fieldOf(fieldOf(view, 'progress'), 'current_step'),
    fieldOf(view, 'message'),
    fieldOf(view, 'error'),
  ];
  return texts.find((text) => typeof text === 'string');
}
