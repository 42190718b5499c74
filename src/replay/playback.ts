/** Plays the recording of one workspace: each request gets one recorded response, or a reason why the recording has none. */
import { counted } from '../base/text/counted.js';
import type { OperationId } from '../generated/routes.js';
import type { Call } from '../contract/model/call.js';
import { newJob, playMessage, playPoll, playStart } from './play-job.js';
import { playChange, playCreation, playFetch } from './play-presentation.js';
import {
  nothingPlayed,
  playedRead,
  type Beyond,
  type Played,
  type PlaybackState,
  type Playing,
} from './playback-state.js';
import { positionAt, read } from './position.js';
import { isFailure } from './read-track.js';
import type { RecordedWorkspace } from './recorded-workspace.js';
import { bodyMark } from './writes.js';

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

  constructor(recorded: RecordedWorkspace) {
    this.recorded = recorded;
  }

  get state(): PlaybackState {
    return this.#state;
  }

  restore(state: PlaybackState): void {
    this.#state = state;
  }

  /** Plays from the beginning again. */
  reset(): void {
    this.#state = nothingPlayed();
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
    if (startedAt === null) return ['No request was played.'];
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
