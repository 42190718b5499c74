/** Replays the recording of one workspace: each request gets a recorded response, or the reason why there is none. */
import { pluralize } from '../base/text/pluralize.js';
import type { OperationId } from '../generated/routes.js';
import { createReplayedJob, replayMessage, replayPoll, replayStart } from './replay-job.js';
import { replayCreate, replayGet, replayUpdate } from './replay-presentation.js';
import {
  initialPlaybackState,
  toReplayedCall,
  type UnrecordedCall,
  type ReplayedCall,
  type PlaybackState,
  type PlaybackContext,
} from './playback-state.js';
import { createCursor, nextRead } from './read-cursor.js';
import type { RecordedCall } from './recorded-call.js';
import { replayUndocumented } from './replay-undocumented.js';
import { isFailure, isGivenUp } from './segments.js';
import { readStatus, showsEnd, type RecordedWorkspace } from './recorded-workspace.js';
import { canonicalBody } from './recorded-writes.js';

export interface ReplayedRequest {
  /** `undefined` for a request that the interface does not document. */
  readonly operation: OperationId | undefined;
  /** The method and the path below the base URL: `GET /templates`. */
  readonly target: string;
  /** With its question mark; empty without one. */
  readonly query: string;
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
  /** Whether requests were replayed before a reset. */
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

  /** Replays from the start again. The summary still contains what was replayed before. */
  reset(): void {
    const { startedAt, playedFailures, endedJobs, unrecorded } = this.#state;
    this.#wasPlayed ||= startedAt !== null;
    this.#state = { ...initialPlaybackState(), playedFailures, endedJobs, unrecorded };
  }

  /** Responds to a request, and advances the replay. */
  play(request: ReplayedRequest): ReplayedCall | UnrecordedCall {
    this.#state = this.#startedState(request.now);
    const outcome = replayOperation(this, request);
    if ('reason' in outcome) return this.countUnrecorded(request.operation, outcome.reason);
    outcome.advance();
    const { call } = outcome;
    if (isFailure(call)) this.#state.playedFailures.add(this.recorded.calls.indexOf(call));
    if (showsEnd(call)) this.#state.endedJobs.add(call.id);
    return outcome;
  }

  /** The call that responds to a request. The replay stays where it is. */
  peek(request: ReplayedRequest): ReplayedCall | UnrecordedCall {
    return replayOperation({ recorded: this.recorded, state: this.#startedState(request.now) }, request);
  }

  /** Counts a request without a recorded response. */
  countUnrecorded(operation: OperationId | undefined, reason: string): UnrecordedCall {
    const key = operation === undefined ? reason : `${operation}: ${reason}`;
    this.#state.unrecorded.set(key, (this.#state.unrecorded.get(key) ?? 0) + 1);
    return { reason };
  }

  /** The recorded failures and ends of jobs that were not replayed, and the requests without a recorded response: one line each. */
  summary(): readonly string[] {
    const { playedFailures, endedJobs, unrecorded, startedAt } = this.#state;
    if (startedAt === null && !this.#wasPlayed) return ['No request was replayed.'];
    const { calls, jobs, leftOut } = this.recorded;
    const missed = calls.filter((call, index) => isFailure(call) && !playedFailures.has(index));
    const givenUp = calls.filter((call, index) => isGivenUp(call) && playedFailures.has(index));
    return [
      ...missed.map((call) => `Not replayed: ${describeCall(call)}`),
      ...jobs.flatMap(({ id, end }) =>
        end && !endedJobs.has(id)
          ? [`Not replayed: the end of job ${id}, ${readStatus(end)} at ${timeOf(end)}`]
          : [],
      ),
      ...givenUp.map(
        (call) => `Replayed without an end, because its client gave up: ${describeTarget(call)}`,
      ),
      ...(leftOut.length > 0
        ? [`Left out, because the client gave up at once: ${pluralize(leftOut.length, 'request')}`]
        : []),
      ...[...unrecorded].map(
        ([reason, count]) => `Not in the recording, ${pluralize(count, 'request')}: ${reason}`,
      ),
    ];
  }

  /** The first request is the anchor of everything without a later one. */
  #startedState(now: number): PlaybackState {
    if (this.#state.startedAt !== null) return this.#state;
    const { startsAt, jobs, templates } = this.recorded;
    const anchor = { recorded: startsAt, played: now };
    const runningJobs = jobs.flatMap((job, number) =>
      job.start ? [] : [[job.id, createReplayedJob(number, job, anchor)] as const],
    );
    return {
      ...this.#state,
      startedAt: now,
      templates: templates ? createCursor(0, anchor) : null,
      jobs: new Map(runningJobs),
    };
  }
}

function replayOperation(
  playing: PlaybackContext,
  { operation, target, query, id, body, now }: ReplayedRequest,
): ReplayedCall | UnrecordedCall {
  const redirect = playing.recorded.redirects.find(target, query);
  if (redirect) return { call: redirect, fullResponse: undefined, advance: () => {} };
  switch (operation) {
    case undefined:
      return replayUndocumented(playing, target, toCanonicalBody(body), now);
    case 'startGeneration':
      return replayStart(playing, toCanonicalBody(body), now);
    case 'getGenerationStatus':
      return replayPoll(playing, id, now);
    case 'sendGenerationMessage':
      return replayMessage(playing, id, toCanonicalBody(body), now);
    case 'createPresentation':
      return replayCreate(playing, toCanonicalBody(body), now);
    case 'getPresentation':
      return replayGet(playing, id, now);
    case 'updatePresentation':
      return replayUpdate(playing, id, toCanonicalBody(body), now);
    case 'listTemplates':
      return replayTemplates(playing, now);
  }
}

function replayTemplates(
  { recorded: { templates }, state }: PlaybackContext,
  now: number,
): ReplayedCall | UnrecordedCall {
  const read = templates && state.templates && nextRead(templates, state.templates, now);
  if (!templates || !read) return { reason: 'the recording never lists the templates' };
  return toReplayedCall(templates, read.index, () => void (state.templates = read.position));
}

function toCanonicalBody(body: string | undefined): string {
  if (body === undefined) return '';
  try {
    return canonicalBody(JSON.parse(body));
  } catch {
    return body;
  }
}

/** A short description of a recorded call. */
function describeCall(call: RecordedCall): string {
  const { response, failure } = call.exchange;
  return `${failure ?? String(response?.status ?? 'no response')} to ${describeTarget(call)}`;
}

const describeTarget = (call: RecordedCall): string => `${call.operation ?? call.target} at ${timeOf(call)}`;

const timeOf = ({ exchange: { startedAt } }: RecordedCall): string =>
  new Date(startedAt).toISOString().slice(11, 23);
