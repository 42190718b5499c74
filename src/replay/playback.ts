/** Plays the recording of one workspace: each request gets one recorded response, or a reason why the recording has none. */
import { pluralize } from '../base/text/pluralize.js';
import type { OperationId } from '../generated/routes.js';
import type { Call } from '../judge/model/call.js';
import { createReplayedJob, replayMessage, replayPoll, replayStart, completionOfJob } from './replay-job.js';
import {
  initialPlaybackState,
  toReplayedCall,
  type UnrecordedCall,
  type ReplayedCall,
  type PlaybackState,
  type PlaybackContext,
  type ReplayedJobState,
  type ReplayedPresentationState,
} from './playback-state.js';
import { createCursor, nextRead, type SyncPoint } from './read-cursor.js';
import { isFailure, startTimeOf } from './segments.js';
import type { RecordedWorkspace } from './recorded-workspace.js';
import { canonicalBody, advanceWriteCursor, matchWrite, INITIAL_WRITE_CURSOR } from './recorded-writes.js';

export interface ReplayedRequest {
  readonly operation: OperationId;
  /** The path parameter, or empty. */
  readonly id: string;
  /** The body as text; `undefined` without one. */
  readonly body: string | undefined;
  /** On the clock of the workspace, in milliseconds since 1970. */
  readonly now: number;
}

export class Playback {
  readonly recorded: RecordedWorkspace;
  #state = initialPlaybackState();
  /** Whether it played before a reset. */
  #wasPlayed = false;

  constructor(recorded: RecordedWorkspace) {
    this.recorded = recorded;
  }

  get state(): PlaybackState {
    return this.#state;
  }

  restore(state: PlaybackState): void {
    this.#state = state;
  }

  /** Plays from the beginning again. The summary keeps what was played before. */
  reset(): void {
    const { startedAt, playedFailures, unrecorded } = this.#state;
    this.#wasPlayed ||= startedAt !== null;
    this.#state = { ...initialPlaybackState(), playedFailures, unrecorded };
  }

  play(request: ReplayedRequest): ReplayedCall | UnrecordedCall {
    this.#open(request.now);
    const outcome = replayOperation(this, request);
    if ('reason' in outcome) return this.countUnrecorded(request.operation, outcome.reason);
    if (isFailure(outcome.call)) this.#state.playedFailures.add(this.recorded.calls.indexOf(outcome.call));
    return outcome;
  }

  /** Counts a request that the recording does not hold. */
  countUnrecorded(operation: OperationId, beyond: string): UnrecordedCall {
    const reason = `${operation}: ${beyond}`;
    this.#state.unrecorded.set(reason, (this.#state.unrecorded.get(reason) ?? 0) + 1);
    return { reason: beyond };
  }

  /** The recorded failures that were not played, and the requests that the recording does not hold: one line each. */
  summary(): readonly string[] {
    const { playedFailures, unrecorded, startedAt } = this.#state;
    if (startedAt === null && !this.#wasPlayed) return ['No request was played.'];
    const missed = this.recorded.calls.filter((call, index) => isFailure(call) && !playedFailures.has(index));
    return [
      ...missed.map((call) => `Not played: ${describeCall(call)}`),
      ...[...unrecorded].map(
        ([reason, count]) => `Not in the recording, ${pluralize(count, 'request')}: ${reason}`,
      ),
    ];
  }

  /** The first request is the time origin of everything without a later anchor. */
  #open(now: number): void {
    if (this.#state.startedAt !== null) return;
    const { startsAt, jobs, templates } = this.recorded;
    const anchor = { recorded: startsAt, played: now };
    this.#state.startedAt = now;
    this.#state.templates = templates ? createCursor(0, anchor) : null;
    for (const [number, job] of jobs.entries())
      if (!job.start) this.#state.jobs.set(job.id, createReplayedJob(number, job, anchor));
  }
}

function replayOperation(
  playing: PlaybackContext,
  { operation, id, body, now }: ReplayedRequest,
): ReplayedCall | UnrecordedCall {
  switch (operation) {
    case 'startGeneration':
      return replayStart(playing, canonicalBodyOf(body), now);
    case 'getGenerationStatus':
      return replayPoll(playing, id, now);
    case 'sendGenerationMessage':
      return replayMessage(playing, id, canonicalBodyOf(body), now);
    case 'createPresentation':
      return replayCreate(playing, canonicalBodyOf(body), now);
    case 'getPresentation':
      return replayGet(playing, id, now);
    case 'updatePresentation':
      return replayUpdate(playing, id, canonicalBodyOf(body), now);
    case 'listTemplates':
      return replayTemplates(playing, now);
  }
}

function replayTemplates(
  { recorded: { templates }, state }: PlaybackContext,
  now: number,
): ReplayedCall | UnrecordedCall {
  const found = templates && state.templates && nextRead(templates, state.templates, now);
  if (!templates || !found) return { reason: 'the recording never lists the templates' };
  state.templates = found.position;
  return toReplayedCall(templates, found.index);
}

function canonicalBodyOf(body: string | undefined): string {
  if (body === undefined) return '';
  try {
    return canonicalBody(JSON.parse(body));
  } catch {
    return body;
  }
}

/** A recorded call in a few words. */
function describeCall({ operation, exchange: { response, failure, startedAt } }: Call): string {
  const outcome = failure ?? String(response?.status ?? 'no response');
  return `${outcome} to ${operation} at ${new Date(startedAt).toISOString().slice(11, 23)}`;
}

/* Plays the creations, fetches and changes of presentations (4.2, 4.3, 4.7). */

/** @param body a mark that is equal for equal bodies */
function replayCreate(
  { recorded, state }: PlaybackContext,
  body: string,
  now: number,
): ReplayedCall | UnrecordedCall {
  const { creations, presentations } = recorded;
  const index = matchWrite(creations, state.creations, body, now);
  if (index === undefined)
    return {
      reason: 'the recording has no further creation; reset the workspace to play it from the beginning',
    };
  const call = creations.calls[index] as Call;
  state.creations = advanceWriteCursor(creations, state.creations, index, now);
  const created = presentations.findIndex(({ creation }) => creation === call);
  const id = presentations[created]?.id;
  if (id !== undefined)
    state.presentations.set(
      id,
      createReplayedPresentation(created, { recorded: startTimeOf(call), played: now }),
    );
  return { call, fullResponse: undefined };
}

function replayGet(playing: PlaybackContext, id: string, now: number): ReplayedCall | UnrecordedCall {
  const presentation = resolvePresentation(playing, id, now);
  if (!presentation) return { reason: missingPresentationReason(playing, id) };
  const { recorded, position } = presentation;
  const segment = playing.recorded.presentations[recorded]?.segments[position.segment];
  const found = segment && nextRead(segment, position, now);
  if (!segment || !found) return { reason: 'the recording has no fetch of this presentation at this point' };
  playing.state.presentations.set(id, { ...presentation, position: found.position });
  return toReplayedCall(segment, found.index);
}

function replayUpdate(
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
  if (index === undefined) return { reason: 'the recording has no further change of this presentation' };
  const call = patches.calls[index] as Call;
  const segment = starts[index] ?? -1;
  playing.state.presentations.set(id, {
    ...presentation,
    patches: advanceWriteCursor(patches, presentation.patches, index, now),
    ...(segment >= 0 && { position: createCursor(segment, { recorded: startTimeOf(call), played: now }) }),
  });
  return { call, fullResponse: undefined };
}

function createReplayedPresentation(recorded: number, anchor: SyncPoint): ReplayedPresentationState {
  return { recorded, position: createCursor(0, anchor), patches: INITIAL_WRITE_CURSOR };
}

/** The presentation as it is now: that of a job moves to its next segment when its job has completed. */
function resolvePresentation(
  playing: PlaybackContext,
  id: string,
  now: number,
): ReplayedPresentationState | undefined {
  const job = findJobOfPresentation(playing, id);
  const known = playing.state.presentations.get(id) ?? initialPresentation(playing, id, job);
  if (!known || !job || known.position.segment > 0) return known;
  const completed = completionOfJob(playing, job, now);
  return completed ? { ...known, position: createCursor(1, completed) } : known;
}

/** A presentation before its first request: it exists since its job was started, or since the beginning. */
function initialPresentation(
  { recorded, state }: PlaybackContext,
  id: string,
  job: ReplayedJobState | undefined,
): ReplayedPresentationState | undefined {
  const { presentations, jobs, startsAt } = recorded;
  const recordedId = job ? jobs[job.recorded]?.presentationId : id;
  const index = presentations.findIndex((one) => one.id === recordedId);
  const presentation = presentations[index];
  // A creation, or the start of its job, has to come first.
  if (!presentation || presentation.creation || (presentation.job >= 0 && !job)) return undefined;
  const anchor = job?.position.anchor ?? { recorded: startsAt, played: state.startedAt ?? 0 };
  return createReplayedPresentation(index, anchor);
}

/** The job that makes a presentation. */
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
