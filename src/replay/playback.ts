/** Plays the recording of one workspace: each request gets one recorded response, or a reason why the recording has none. */
import { counted } from '../base/text/counted.js';
import type { OperationId } from '../generated/routes.js';
import type { Call } from '../contract/model/call.js';
import { newJob, playMessage, playPoll, playStart, endOfJob } from './play-job.js';
import {
  nothingPlayed,
  playedRead,
  type Beyond,
  type Played,
  type PlaybackState,
  type Playing,
  type PlayedJob,
  type PlayedPresentation,
} from './playback-state.js';
import { positionAt, read, type Match } from './position.js';
import { isFailure, timeOf } from './read-track.js';
import type { RecordedWorkspace } from './recorded-workspace.js';
import { bodyMark, afterWrite, chooseWrite, UNPLAYED } from './writes.js';

export interface PlayedRequest {
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
  #state = nothingPlayed();
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
    const { startedAt, failures, beyond } = this.#state;
    this.#wasPlayed ||= startedAt !== null;
    this.#state = { ...nothingPlayed(), failures, beyond };
  }

  play(request: PlayedRequest): Played | Beyond {
    this.#open(request.now);
    const outcome = play(this, request);
    if ('beyond' in outcome) return this.note(request.operation, outcome.beyond);
    if (isFailure(outcome.call)) this.#state.failures.add(this.recorded.calls.indexOf(outcome.call));
    return outcome;
  }

  /** Counts a request that the recording does not hold. */
  note(operation: OperationId, beyond: string): Beyond {
    const reason = `${operation}: ${beyond}`;
    this.#state.beyond.set(reason, (this.#state.beyond.get(reason) ?? 0) + 1);
    return { beyond };
  }

  /** The recorded failures that were not played, and the requests that the recording does not hold: one line each. */
  summary(): readonly string[] {
    const { failures, beyond, startedAt } = this.#state;
    if (startedAt === null && !this.#wasPlayed) return ['No request was played.'];
    const missed = this.recorded.calls.filter((call, index) => isFailure(call) && !failures.has(index));
    return [
      ...missed.map((call) => `Not played: ${describe(call)}`),
      ...[...beyond].map(
        ([reason, count]) => `Not in the recording, ${counted(count, 'request')}: ${reason}`,
      ),
    ];
  }

  /** The first request starts the count of everything that has no later anchor. */
  #open(now: number): void {
    if (this.#state.startedAt !== null) return;
    const { startsAt, jobs, templates } = this.recorded;
    const anchor = { recorded: startsAt, played: now };
    this.#state.startedAt = now;
    this.#state.templates = templates ? positionAt(0, anchor) : null;
    for (const [number, job] of jobs.entries())
      if (!job.start) this.#state.jobs.set(job.id, newJob(number, job, anchor));
  }
}

function play(playing: Playing, { operation, id, body, now }: PlayedRequest): Played | Beyond {
  switch (operation) {
    case 'startGeneration':
      return playStart(playing, markOf(body), now);
    case 'getGenerationStatus':
      return playPoll(playing, id, now);
    case 'sendGenerationMessage':
      return playMessage(playing, id, markOf(body), now);
    case 'createPresentation':
      return playCreation(playing, markOf(body), now);
    case 'getPresentation':
      return playFetch(playing, id, now);
    case 'updatePresentation':
      return playChange(playing, id, markOf(body), now);
    case 'listTemplates':
      return playTemplates(playing, now);
  }
}

function playTemplates({ recorded: { templates }, state }: Playing, now: number): Played | Beyond {
  const found = templates && state.templates && read(templates, state.templates, now);
  if (!templates || !found) return { beyond: 'the recording never lists the templates' };
  state.templates = found.position;
  return playedRead(templates, found.index);
}

function markOf(body: string | undefined): string {
  if (body === undefined) return '';
  try {
    return bodyMark(JSON.parse(body));
  } catch {
    return body;
  }
}

/** A recorded call in a few words. */
function describe({ operation, exchange: { response, failure, startedAt } }: Call): string {
  const outcome = failure ?? String(response?.status ?? 'no response');
  return `${outcome} to ${operation} at ${new Date(startedAt).toISOString().slice(11, 23)}`;
}

/* Plays the creations, fetches and changes of presentations (4.2, 4.3, 4.7). */

/** @param body a mark that is equal for equal bodies */
function playCreation({ recorded, state }: Playing, body: string, now: number): Played | Beyond {
  const { creations, presentations } = recorded;
  const index = chooseWrite(creations, state.creations, body, now);
  if (index === undefined)
    return {
      beyond: 'the recording has no further creation; reset the workspace to play it from the beginning',
    };
  const call = creations.calls[index] as Call;
  state.creations = afterWrite(creations, state.creations, index, now);
  const created = presentations.findIndex(({ creation }) => creation === call);
  const id = presentations[created]?.id;
  if (id !== undefined)
    state.presentations.set(id, newPresentation(created, { recorded: timeOf(call), played: now }));
  return { call, whole: undefined };
}

function playFetch(playing: Playing, id: string, now: number): Played | Beyond {
  const presentation = presentationOf(playing, id, now);
  if (!presentation) return { beyond: whyNone(playing, id) };
  const { recorded, position } = presentation;
  const segment = playing.recorded.presentations[recorded]?.segments[position.segment];
  const found = segment && read(segment, position, now);
  if (!segment || !found) return { beyond: 'the recording has no fetch of this presentation at this point' };
  playing.state.presentations.set(id, { ...presentation, position: found.position });
  return playedRead(segment, found.index);
}

function playChange(playing: Playing, id: string, body: string, now: number): Played | Beyond {
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
