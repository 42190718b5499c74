/** The jobs of a replay for people: their views, and the parts of their timelines. */
import { fieldOf, isObject } from '../base/json.js';
import type { Call } from '../contract/model/call.js';
import { jsonOf } from '../contract/model/payload.js';
import type { ReplayJob, ReplayPart } from '../service/replay.js';
import { nextViewOfJob, viewOfJob } from './play-job.js';
import type { PlayedJob, Playing } from './playback-state.js';
import type { Match } from './position.js';
import type { Segment } from './read-track.js';
import { statusOf, type RecordedJob } from './recorded-workspace.js';

/** @returns the newest first */
export function playedJobs(playing: Playing, now: number): readonly ReplayJob[] {
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
