/** Lists the jobs of a replay for the control API: their status responses, and the parts of their timelines. */
import { getField, isObject } from '../base/json.js';
import { getJson } from '../judge/model/body.js';
import type { RecordedCall } from './recorded-call.js';
import type { ReplayJob, ReplayTimelinePart } from '../service/replay-source.js';
import type { PlaybackContext, ReplayedJobState } from './playback-state.js';
import type { SyncPoint } from './read-cursor.js';
import { readStatus, type RecordedJob } from './recorded-workspace.js';
import { currentPoll, nextChangeAt } from './replay-job.js';
import type { Segment } from './segments.js';

/** @returns the newest first */
export function listReplayedJobs(playing: PlaybackContext, now: number): readonly ReplayJob[] {
  return [...playing.state.jobs]
    .map(([id, job]) => toReplayJob(id, job, playing, now))
    .toSorted((one, two) => two.startedAt - one.startedAt);
}

function toReplayJob(id: string, job: ReplayedJobState, playing: PlaybackContext, now: number): ReplayJob {
  const recorded = playing.recorded.jobs[job.recorded] as RecordedJob;
  const requestBody = recorded.start && getJson(recorded.start.requestBody);
  const poll = currentPoll(playing, job, now);
  const parts = buildTimelineParts(job, recorded);
  return {
    id,
    startedAt: job.startedAt,
    prompt: toText(getField(requestBody, 'prompt')),
    templateId: toText(getField(requestBody, 'template_id')),
    statusBody: currentStatusBody(poll, id),
    parts,
    until: nextChangeAt(playing, job, now),
  };
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Before its first poll, a job has the status that its start returned. */
function currentStatusBody(call: RecordedCall | undefined, id: string): Readonly<Record<string, unknown>> {
  const value = call && getJson(call.responseBody);
  return isObject(value) ? value : { generation_id: id, status: 'generating' };
}

function buildTimelineParts(job: ReplayedJobState, { segments }: RecordedJob): readonly ReplayTimelinePart[] {
  const { anchors, position } = job;
  const parts: ReplayTimelinePart[] = [];
  anchors.forEach((anchor, index) => {
    const segment = segments[index];
    const until = anchors[index + 1]?.played ?? Infinity;
    const sync = index === position.segment ? position.sync : anchor;
    if (segment) appendParts(parts, segment, anchor, sync, until);
  });
  return parts.map((part, index) => ({ ...part, until: parts[index + 1]?.from ?? part.until }));
}

function appendParts(
  parts: ReplayTimelinePart[],
  segment: Segment,
  anchor: SyncPoint,
  sync: SyncPoint,
  until: number,
): void {
  segment.calls.forEach((call, index) => {
    const status = readStatus(call);
    if (status === undefined) return;
    const start = Math.ceil((segment.currentFrom[index] ?? 0) - sync.recorded + sync.played);
    const from = Math.max(anchor.played, Number.isFinite(start) ? start : anchor.played);
    const text = getStatusText(call);
    const last = parts.at(-1);
    if (from >= until || (last?.status === status && last.text === text)) return;
    parts.push({ status, text, from, until: Infinity });
  });
}

/** The step, the question or the error of a status response. */
function getStatusText({ responseBody }: RecordedCall): string | undefined {
  const body = getJson(responseBody);
  const texts = [
    getField(getField(body, 'progress'), 'current_step'),
    getField(body, 'message'),
    getField(body, 'error'),
  ];
  return texts.find((text) => typeof text === 'string');
}
