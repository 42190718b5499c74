/** Replays the creations, fetches and changes of presentations (4.2, 4.3, 4.7). */
import type { RecordedCall } from './recorded-call.js';
import { getCompletion } from './replay-job.js';
import {
  toReplayedCall,
  type PlaybackContext,
  type ReplayedCall,
  type ReplayedJobState,
  type ReplayedPresentationState,
  type UnrecordedCall,
} from './playback-state.js';
import { createCursor, nextRead, type SyncPoint } from './read-cursor.js';
import { advanceWriteCursor, INITIAL_WRITE_CURSOR, matchWrite } from './recorded-writes.js';
import { startTimeOf } from './segments.js';

/** @param body the canonical body */
export function replayCreate(
  { recorded, state }: PlaybackContext,
  body: string,
  now: number,
): ReplayedCall | UnrecordedCall {
  const { creations, presentations } = recorded;
  const index = matchWrite(creations, state.creations, body, now);
  if (index === undefined)
    return {
      reason: 'the recording has no more creations; reset the workspace to replay it from the start',
    };
  const call = creations.calls[index] as RecordedCall;
  const created = presentations.findIndex(({ creation }) => creation === call);
  const id = presentations[created]?.id;
  const advance = (): void => {
    state.creations = advanceWriteCursor(creations, state.creations, index, now);
    if (id !== undefined)
      state.presentations.set(
        id,
        createReplayedPresentation(created, { recorded: startTimeOf(call), played: now }),
      );
  };
  return { call, fullResponse: undefined, advance };
}

export function replayGet(playing: PlaybackContext, id: string, now: number): ReplayedCall | UnrecordedCall {
  const presentation = resolvePresentation(playing, id, now);
  if (!presentation) return { reason: missingPresentationReason(playing, id) };
  const { recorded, position } = presentation;
  const segment = playing.recorded.presentations[recorded]?.segments[position.segment];
  const read = segment && nextRead(segment, position, now);
  if (!segment || !read) return { reason: 'the recording has no fetch of this presentation at this point' };
  return toReplayedCall(
    segment,
    read.index,
    () => void playing.state.presentations.set(id, { ...presentation, position: read.position }),
  );
}

export function replayUpdate(
  playing: PlaybackContext,
  id: string,
  body: string,
  now: number,
): ReplayedCall | UnrecordedCall {
  const presentation = resolvePresentation(playing, id, now);
  const recorded = playing.recorded.presentations[presentation?.recorded ?? -1];
  if (!presentation || !recorded) return { reason: missingPresentationReason(playing, id) };
  const { patches, starts } = recorded;
  const index = matchWrite(patches, presentation.patches, body, now);
  if (index === undefined) return { reason: 'the recording has no more changes of this presentation' };
  const call = patches.calls[index] as RecordedCall;
  const segment = starts[index] ?? -1;
  const changed = {
    ...presentation,
    patches: advanceWriteCursor(patches, presentation.patches, index, now),
    ...(segment >= 0 && { position: createCursor(segment, { recorded: startTimeOf(call), played: now }) }),
  };
  return { call, fullResponse: undefined, advance: () => void playing.state.presentations.set(id, changed) };
}

function createReplayedPresentation(recorded: number, anchor: SyncPoint): ReplayedPresentationState {
  return { recorded, position: createCursor(0, anchor), patches: INITIAL_WRITE_CURSOR };
}

/** The current presentation. That of a job advances to its next segment when the job has completed. */
function resolvePresentation(
  playing: PlaybackContext,
  id: string,
  now: number,
): ReplayedPresentationState | undefined {
  const job = findJobOfPresentation(playing, id);
  const presentation = playing.state.presentations.get(id) ?? initialPresentation(playing, id, job);
  if (!presentation || !job || presentation.position.segment > 0) return presentation;
  const completed = getCompletion(playing, job, now);
  return completed ? { ...presentation, position: createCursor(1, completed) } : presentation;
}

/** A presentation before its first request. It exists since the start of its job, or since the start of the replay. */
function initialPresentation(
  { recorded, state }: PlaybackContext,
  id: string,
  job: ReplayedJobState | undefined,
): ReplayedPresentationState | undefined {
  const { presentations, jobs, startsAt } = recorded;
  const recordedId = job ? jobs[job.recorded]?.presentationId : id;
  const index = presentations.findIndex((one) => one.id === recordedId);
  const presentation = presentations[index];
  // Its creation, or the start of its job, must be replayed first.
  if (!presentation || presentation.creation || (presentation.job >= 0 && !job)) return undefined;
  const anchor = job?.position.anchor ?? { recorded: startsAt, played: state.startedAt ?? 0 };
  return createReplayedPresentation(index, anchor);
}

/** The job that generates a presentation. */
function findJobOfPresentation(
  { recorded, state }: PlaybackContext,
  id: string,
): ReplayedJobState | undefined {
  return [...state.jobs.values()].find((job) => recorded.jobs[job.recorded]?.presentationId === id);
}

function missingPresentationReason({ recorded }: PlaybackContext, id: string): string {
  return recorded.presentations.some((presentation) => presentation.id === id)
    ? 'this presentation does not exist yet'
    : 'the recording has no request about this presentation';
}
