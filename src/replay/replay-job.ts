/** Plays the starts, polls and messages of jobs (4.4, 4.5, 4.6). */
import type { Call } from '../judge/model/call.js';
import {
  toReplayedCall,
  type UnrecordedCall,
  type ReplayedCall,
  type ReplayedJobState,
  type PlaybackContext,
} from './playback-state.js';
import { currentCallIndex, nextViewChange, createCursor, nextRead, type SyncPoint } from './read-cursor.js';
import { startTimeOf, type Segment } from './segments.js';
import { readQuestion, type RecordedJob } from './recorded-workspace.js';
import { advanceWriteCursor, matchWrite, INITIAL_WRITE_CURSOR, type WriteCursor } from './recorded-writes.js';

/** @param body a mark that is equal for equal bodies */
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
      reason: 'the recording has no further start; reset the workspace to play it from the beginning',
    };
  const call = starts.calls[index] as Call;
  state.starts = advanceWriteCursor(starts, state.starts, index, now);
  const number = startedJobs[index] ?? -1;
  const job = jobs[number];
  // A repeated start returns the job that runs already.
  if (job && !state.jobs.has(job.id))
    state.jobs.set(job.id, createReplayedJob(number, job, { recorded: startTimeOf(call), played: now }));
  return { call, fullResponse: undefined, startedJobId: job?.id };
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
  const found = nextRead(segment, job.position, now);
  if (!found) return { reason: 'the recording has no later poll of this job' };
  playing.state.jobs.set(id, { ...job, position: found.position });
  return toReplayedCall(segment, found.index);
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
  const done = job.messages[segment] ?? INITIAL_WRITE_CURSOR;
  const view = currentJobView(playing, job, now);
  const question = view && readQuestion(view);
  const index = matchWrite(messages, done, body, now, (one) => messages.questions[one] === question);
  if (index === undefined)
    return {
      reason:
        question === undefined
          ? 'the recording has no message while the job asks nothing'
          : 'the recording has no further reply to this question',
    };
  const call = messages.calls[index] as Call;
  const anchor = { recorded: startTimeOf(call), played: now };
  state.jobs.set(id, {
    ...job,
    messages: job.messages.with(segment, advanceWriteCursor(messages, done, index, now)),
    ...(messages.isAccepted[index] && {
      anchors: [...job.anchors, anchor],
      position: createCursor(segment + 1, anchor),
    }),
  });
  return { call, fullResponse: undefined };
}

/** The view that a poll would show now; `undefined` if the recording has none. */
export function currentJobView(
  playing: PlaybackContext,
  job: ReplayedJobState,
  now: number,
): Call | undefined {
  const segment = currentSegment(playing, job);
  return segment?.calls[currentCallIndex(segment, job.position, now)];
}

/** When a job shows another view, without a request; infinite if it does not. */
export function nextViewChangeAt(playing: PlaybackContext, job: ReplayedJobState, now: number): number {
  const segment = currentSegment(playing, job);
  return segment ? nextViewChange(segment, job.position, now).at : Infinity;
}

/** The sync point of a completed job; `undefined` before. */
export function completionOfJob(
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
