/** Plays the starts, polls and messages of jobs (4.4, 4.5, 4.6). */
import type { Call } from '../contract/model/call.js';
import { playedRead, type Beyond, type Played, type PlayedJob, type Playing } from './playback-state.js';
import { currentView, nextView, positionAt, read, type Match } from './position.js';
import { timeOf, type Segment } from './read-track.js';
import { questionIn, type RecordedJob } from './recorded-workspace.js';
import { afterWrite, chooseWrite, UNPLAYED, type WritePosition } from './writes.js';

/** @param body a mark that is equal for equal bodies */
export function playStart(playing: Playing, body: string, now: number): Played | Beyond {
  const { recorded, state } = playing;
  const { starts, startedJobs, jobs } = recorded;
  const index = chooseWrite(starts, state.starts, body, now);
  if (index === undefined)
    return {
      beyond: 'the recording has no further start; reset the workspace to play it from the beginning',
    };
  const call = starts.calls[index] as Call;
  state.starts = afterWrite(starts, state.starts, index, now);
  const number = startedJobs[index] ?? -1;
  const job = jobs[number];
  // A repeated start returns the job that runs already.
  if (job && !state.jobs.has(job.id))
    state.jobs.set(job.id, newJob(number, job, { recorded: timeOf(call), played: now }));
  return { call, whole: undefined, started: job?.id };
}

export function newJob(recorded: number, { segments }: RecordedJob, anchor: Match): PlayedJob {
  return {
    recorded,
    startedAt: anchor.played,
    anchors: [anchor],
    position: positionAt(0, anchor),
    messages: segments.map((): WritePosition => UNPLAYED),
  };
}

export function playPoll(playing: Playing, id: string, now: number): Played | Beyond {
  const job = playing.state.jobs.get(id);
  const segment = job && segmentOfJob(playing, job);
  if (!job || !segment) return { beyond: whyNoJob(playing, id) };
  const found = read(segment, job.position, now);
  if (!found) return { beyond: 'the recording has no later poll of this job' };
  playing.state.jobs.set(id, { ...job, position: found.position });
  return playedRead(segment, found.index);
}

export function playMessage(playing: Playing, id: string, body: string, now: number): Played | Beyond {
  const { recorded, state } = playing;
  const job = state.jobs.get(id);
  const messages = recorded.jobs[job?.recorded ?? -1]?.messages[job?.position.segment ?? -1];
  if (!job || !messages) return { beyond: whyNoJob(playing, id) };
  const { segment } = job.position;
  const done = job.messages[segment] ?? UNPLAYED;
  const view = viewOfJob(playing, job, now);
  const question = view && questionIn(view);
  const index = chooseWrite(messages, done, body, now, (one) => messages.questions[one] === question);
  if (index === undefined)
    return {
      beyond:
        question === undefined
          ? 'the recording has no message while the job asks nothing'
          : 'the recording has no further reply to this question',
    };
  const call = messages.calls[index] as Call;
  const anchor = { recorded: timeOf(call), played: now };
  state.jobs.set(id, {
    ...job,
    messages: job.messages.with(segment, afterWrite(messages, done, index, now)),
    ...(messages.areAccepted[index] && {
      anchors: [...job.anchors, anchor],
      position: positionAt(segment + 1, anchor),
    }),
  });
  return { call, whole: undefined };
}

/** The view that a poll would show now; `undefined` if the recording has none. */
export function viewOfJob(playing: Playing, job: PlayedJob, now: number): Call | undefined {
  const segment = segmentOfJob(playing, job);
  return segment?.calls[currentView(segment, job.position, now)];
}

/** When a job shows another view, without a request; infinite if it does not. */
export function nextViewOfJob(playing: Playing, job: PlayedJob, now: number): number {
  const segment = segmentOfJob(playing, job);
  return segment ? nextView(segment, job.position, now).at : Infinity;
}

/** The count of a job that has completed; `undefined` before that. */
export function endOfJob({ recorded }: Playing, { recorded: number, position }: PlayedJob, now: number) {
  const { segments = [], end = -1 } = recorded.jobs[number] ?? {};
  const segment = segments[position.segment];
  const isLast = position.segment === segments.length - 1;
  if (!segment || !isLast || end < 0) return undefined;
  return currentView(segment, position, now) >= end ? position.count : undefined;
}

function segmentOfJob({ recorded }: Playing, job: PlayedJob): Segment | undefined {
  return recorded.jobs[job.recorded]?.segments[job.position.segment];
}

function whyNoJob({ recorded }: Playing, id: string): string {
  return recorded.jobs.some((job) => job.id === id)
    ? 'this job was not started yet'
    : 'the recording has no such job';
}
