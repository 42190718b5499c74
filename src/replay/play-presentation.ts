/** Plays the creations, fetches and changes of presentations (4.2, 4.3, 4.7). */
import type { Call } from '../contract/model/call.js';
import { endOfJob } from './play-job.js';
import {
  playedRead,
  type Beyond,
  type Played,
  type PlayedJob,
  type PlayedPresentation,
  type Playing,
} from './playback-state.js';
import { positionAt, read, type Match } from './position.js';
import { timeOf } from './read-track.js';
import { afterWrite, chooseWrite, UNPLAYED } from './writes.js';

/** @param body a mark that is equal for equal bodies */
export function playCreation({ recorded, state }: Playing, body: string, now: number): Played | Beyond {
  const { creations, presentations } = recorded;
  const index = chooseWrite(creations, state.creations, body, now);
  if (index === undefined) return { beyond: 'the recording has no further creation' };
  const call = creations.calls[index] as Call;
  state.creations = afterWrite(creations, state.creations, index, now);
  const created = presentations.findIndex(({ creation }) => creation === call);
  const id = presentations[created]?.id;
  if (id !== undefined)
    state.presentations.set(id, newPresentation(created, { recorded: timeOf(call), played: now }));
  return { call, whole: undefined };
}

export function playFetch(playing: Playing, id: string, now: number): Played | Beyond {
  const presentation = presentationOf(playing, id, now);
  if (!presentation) return { beyond: whyNone(playing, id) };
  const { recorded, position } = presentation;
  const segment = playing.recorded.presentations[recorded]?.segments[position.segment];
  const found = segment && read(segment, position, now);
  if (!segment || !found) return { beyond: 'the recording has no fetch of this presentation at this point' };
  playing.state.presentations.set(id, { ...presentation, position: found.position });
  return playedRead(segment, found.index);
}

export function playChange(playing: Playing, id: string, body: string, now: number): Played | Beyond {
  const presentation = presentationOf(playing, id, now);
  const recorded = playing.recorded.presentations[presentation?.recorded ?? -1];
  if (!presentation || !recorded) return { beyond: whyNone(playing, id) };
  const { patches, starts } = recorded;
  const index = chooseWrite(patches, presentation.patches, body, now);
  if (index === undefined) return { beyond: 'the recording has no further change of this presentation' };
  const call = patches.calls[index] as Call;
  const segment = starts[index] ?? -1;
  playing.state.presentations.set(id, {
    ...presentation,
    patches: afterWrite(patches, presentation.patches, index, now),
    ...(segment >= 0 && { position: positionAt(segment, { recorded: timeOf(call), played: now }) }),
  });
  return { call, whole: undefined };
}

function newPresentation(recorded: number, anchor: Match): PlayedPresentation {
  return { recorded, position: positionAt(0, anchor), patches: UNPLAYED };
}

/** The presentation as it is now: that of a job moves to its next segment when its job has completed. */
function presentationOf(playing: Playing, id: string, now: number): PlayedPresentation | undefined {
  const job = jobOf(playing, id);
  const known = playing.state.presentations.get(id) ?? firstOf(playing, id, job);
  if (!known || !job || known.position.segment > 0) return known;
  const completed = endOfJob(playing, job, now);
  return completed ? { ...known, position: positionAt(1, completed) } : known;
}

/** A presentation before its first request: it exists since its job was started, or since the beginning. */
function firstOf(
  { recorded, state }: Playing,
  id: string,
  job: PlayedJob | undefined,
): PlayedPresentation | undefined {
  const { presentations, jobs, startsAt } = recorded;
  const recordedId = job ? jobs[job.recorded]?.presentationId : id;
  const index = presentations.findIndex((one) => one.id === recordedId);
  const presentation = presentations[index];
  // A creation, or the start of its job, has to come first.
  if (!presentation || presentation.creation || (presentation.job >= 0 && !job)) return undefined;
  const anchor = job?.position.anchor ?? { recorded: startsAt, played: state.startedAt ?? 0 };
  return newPresentation(index, anchor);
}

/** The job that makes a presentation. */
function jobOf({ recorded, state }: Playing, id: string): PlayedJob | undefined {
  return [...state.jobs.values()].find((job) => recorded.jobs[job.recorded]?.presentationId === id);
}

function whyNone({ recorded }: Playing, id: string): string {
  return recorded.presentations.some((presentation) => presentation.id === id)
    ? 'this presentation does not exist yet'
    : 'the recording has no request about this presentation';
}
