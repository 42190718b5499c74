/** The control operations on the clock of a workspace, which drives job states, rate limits, latency and timestamps. */
import type { ClockAdvance, ClockInfo } from '../../generated/control-api.js';
import { parseDuration } from '../../scenario/duration.js';
import type { Timeline } from '../../scenario/timeline.js';
import { advanceClock, type Clock, pauseClock, readClock, resumeClock, setClockSpeed } from '../clock.js';
import { projectCurrentJob } from '../job-view.js';
import type { WorkspaceState } from '../workspace-state.js';
import { inputError, toIso, MAX_INSTANT } from './validate-input.js';
import { toJobDetail, getCurrentJobOrThrow } from './jobs.js';
import { findNextReplayedJob, getReplayedJob } from './replayed-jobs.js';
import type { WorkspaceContext } from './workspace-context.js';

/** The methods of a workspace's clock. */
export interface WorkspaceClock {
  /** The time on the clock, in milliseconds since 1970. */
  now(): number;
  /** The number of responses that wait for the clock because of latency, drip or a connection timeout. */
  pendingResponses(): number;
  pause(): void;
  resume(): void;
  /** Advances the clock, by `5m` or by milliseconds. */
  advance(by: string | number): void;
  /** The number of seconds that pass on the clock in one real second. */
  setSpeed(speed: number): void;
  /** Advances the clock to the next event of this job, or of any job. Returns the job whose state changed, if there is one. */
  next(job?: string): ClockAdvance;
}

export function toClockInfo({ clock, pending }: WorkspaceState, real: number): ClockInfo {
  const now = readClock(clock, real);
  return { now: toIso(now), speed: clock.speed, paused: clock.paused, pending_responses: pending.count(now) };
}

export const pauseWorkspaceClock = (workspace: WorkspaceContext): ClockInfo =>
  changeClock(workspace, pauseClock);

export const resumeWorkspaceClock = (workspace: WorkspaceContext): ClockInfo =>
  changeClock(workspace, resumeClock);

export const setWorkspaceClockSpeed = (workspace: WorkspaceContext, speed: number): ClockInfo =>
  changeClock(workspace, (clock, real) => setClockSpeed(clock, real, speed));

/** @param by `5m`, or milliseconds */
export function advanceWorkspaceClock(workspace: WorkspaceContext, by: string | number): ClockInfo {
  const time = parseAdvance(by, workspace.now);
  return changeClock(workspace, (clock, real) => advanceClock(clock, real, time));
}

function changeClock(
  { state, real }: WorkspaceContext,
  change: (clock: Clock, real: number) => Clock,
): ClockInfo {
  state.clock = change(state.clock, real);
  return toClockInfo(state, real);
}

export function advanceClockToNextEvent(workspace: WorkspaceContext, job: string | undefined): ClockAdvance {
  const { state, shared, real, now, record } = workspace;
  const next = findNextJobChange(workspace, job);
  const releaseAt = job === undefined ? state.pending.nextRelease(now) : Infinity;
  const at = Math.ceil(Math.min(next.until, releaseAt));
  if (at > MAX_INSTANT) return { clock: toClockInfo(state, real), job: null, released_responses: 0 };
  const released = state.pending.countReleased(now, at);
  const clock = changeClock(workspace, () => advanceClock(state.clock, real, at - now));
  if (next.until > at) return { clock, job: null, released_responses: released };
  if (state.replay)
    return { clock, job: getReplayedJob(state.replay, next.id, at), released_responses: released };
  const current = getCurrentJobOrThrow(shared, record.id, next.id, at);
  const note = skippedFaultsNote(shared.library.byId(current.job.timelineId));
  return {
    clock,
    job: toJobDetail(current, shared),
    released_responses: released,
    ...(note && { skipped_faults_note: note }),
  };
}

/** Advancing the clock sends no polls, so request-counting faults are not applied. */
function skippedFaultsNote(timeline: Timeline | undefined): string | undefined {
  const hasSkippedFaults = timeline?.faults.some(
    ({ requests, operations }) => requests && operations.includes('getGenerationStatus'),
  );
  return hasSkippedFaults
    ? `${timeline?.name} has faults that count polls. Advancing the clock sends no polls, so they were not applied.`
    : undefined;
}

/** The job with the next change without an intervention, and its time; infinite if no job will change. */
function findNextJobChange(
  { shared, record, now, state }: WorkspaceContext,
  job: string | undefined,
): { id: string; until: number } {
  if (state.replay) return findNextReplayedJob(state.replay, now, job);
  const { jobs } = job === undefined ? shared.store.jobs(record.id, Infinity) : { jobs: [] };
  const currentJobs =
    job === undefined
      ? jobs.map((one) => projectCurrentJob(one, shared, now))
      : [getCurrentJobOrThrow(shared, record.id, job, now, '/job')];
  let next = { id: '', until: Infinity };
  for (const current of currentJobs) {
    const until = current?.state.until ?? Infinity;
    if (current && until < next.until) next = { id: current.job.id, until };
  }
  return next;
}

function parseAdvance(by: string | number, now: number): number {
  const milliseconds = typeof by === 'number' ? by : (parseDuration(by) ?? Infinity);
  if (now + milliseconds <= MAX_INSTANT) return milliseconds;
  throw inputError([{ pointer: '/by', detail: 'must not advance the clock past the year 9999' }]);
}
