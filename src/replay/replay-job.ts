/** Replays the starts, polls and messages of jobs (4.4, 4.5, 4.6). */
import type { RecordedCall } from './recorded-call.js';
import {
  toReplayedCall,
  type UnrecordedCall,
  type ReplayedCall,
  type ReplayedJobState,
  type PlaybackContext,
} from './playback-state.js';
import { currentCallIndex, nextReadChange, createCursor, nextRead, type SyncPoint } from './read-cursor.js';
import { startTimeOf, type Segment } from './segments.js';
import { readQuestion, type RecordedJob } from './recorded-workspace.js';
import { advanceWriteCursor, matchWrite, INITIAL_WRITE_CURSOR, type WriteCursor } from './recorded-writes.js';

/** @param body the canonical body */
export function replayStart(
  playing: PlaybackContext,
  body: string,
  now: number,
): ReplayedCall | UnrecordedCall {
  const { recorded, state } = playing;
  const { starts, startedJobs, jobs } = recorded;
  const index = matchWrite(starts, state.starts, body, now);
  if (index === undefined)
    return {
      reason: 'the recording has no more starts; reset the workspace to replay it from the start',
    };
  const call = starts.calls[index] as RecordedCall;
  const number = startedJobs[index] ?? -1;
  const job = jobs[number];
  const advance = (): void => {
    state.starts = advanceWriteCursor(starts, state.starts, index, now);
    // A repeated start returns the job that is already running.
    const start = (call.isBorrowed ? job?.start : undefined) ?? call;
    if (job && !state.jobs.has(job.id))
      state.jobs.set(job.id, createReplayedJob(number, job, { recorded: startTimeOf(start), played: now }));
  };
  return { call, fullResponse: undefined, startedJobId: job?.id, advance };
}

export function createReplayedJob(
  recorded: number,
  { segments }: RecordedJob,
  anchor: SyncPoint,
): ReplayedJobState {
  return {
    recorded,
    startedAt: anchor.played,
    anchors: [anchor],
    position: createCursor(0, anchor),
    messages: segments.map((): WriteCursor => INITIAL_WRITE_CURSOR),
  };
}

export function replayPoll(playing: PlaybackContext, id: string, now: number): ReplayedCall | UnrecordedCall {
  const job = playing.state.jobs.get(id);
  const segment = job && currentSegment(playing, job);
  if (!job || !segment) return { reason: missingJobReason(playing, id) };
  const read = nextRead(segment, job.position, now);
  if (!read) return { reason: 'the recording has no more polls of this job' };
  return toReplayedCall(
    segment,
    read.index,
    () => void playing.state.jobs.set(id, { ...job, position: read.position }),
  );
}

export function replayMessage(
  playing: PlaybackContext,
  id: string,
  body: string,
  now: number,
): ReplayedCall | UnrecordedCall {
  const { recorded, state } = playing;
  const job = state.jobs.get(id);
  const messages = recorded.jobs[job?.recorded ?? -1]?.messages[job?.position.segment ?? -1];
  if (!job || !messages) return { reason: missingJobReason(playing, id) };
  const { segment } = job.position;
  const cursor = job.messages[segment] ?? INITIAL_WRITE_CURSOR;
  const poll = currentPoll(playing, job, now);
  const question = poll && readQuestion(poll);
  const index = matchWrite(messages, cursor, body, now, (one) => messages.questions[one] === question);
  if (index === undefined)
    return {
      reason:
        question === undefined
          ? 'the recording has no message without an open question'
          : 'the recording has no more replies to this question',
    };
  const call = messages.calls[index] as RecordedCall;
  const anchor = { recorded: startTimeOf(call), played: now };
  const changed = {
    ...job,
    messages: job.messages.with(segment, advanceWriteCursor(messages, cursor, index, now)),
    ...(messages.isAccepted[index] && {
      anchors: [...job.anchors, anchor],
      position: createCursor(segment + 1, anchor),
    }),
  };
  return { call, fullResponse: undefined, advance: () => void state.jobs.set(id, changed) };
}

/** The recorded poll whose response is current; `undefined` if the recording has none. */
export function currentPoll(
  playing: PlaybackContext,
  job: ReplayedJobState,
  now: number,
): RecordedCall | undefined {
  const segment = currentSegment(playing, job);
  return segment?.calls[currentCallIndex(segment, job.position, now)];
}

/** When the status response of a job changes without a request; infinite if it does not. */
export function nextChangeAt(playing: PlaybackContext, job: ReplayedJobState, now: number): number {
  const segment = currentSegment(playing, job);
  return segment ? nextReadChange(segment, job.position, now).at : Infinity;
}

/** The sync point of a completed job; `undefined` before its completion. */
export function getCompletion(
  { recorded }: PlaybackContext,
  { recorded: number, position }: ReplayedJobState,
  now: number,
) {
  const { segments = [], completedIndex = -1 } = recorded.jobs[number] ?? {};
  const segment = segments[position.segment];
  const isLast = position.segment === segments.length - 1;
  if (!segment || !isLast || completedIndex < 0) return undefined;
  return currentCallIndex(segment, position, now) >= completedIndex ? position.sync : undefined;
}

function currentSegment({ recorded }: PlaybackContext, job: ReplayedJobState): Segment | undefined {
  return recorded.jobs[job.recorded]?.segments[job.position.segment];
}

function missingJobReason({ recorded }: PlaybackContext, id: string): string {
  return recorded.jobs.some((job) => job.id === id)
    ? 'this job was not started yet'
    : 'the recording has no such job';
}
