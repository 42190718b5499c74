/** The clock of a workspace. It drives states, rate limits, latency and timestamps. */
import type { ClockInfo as ClockView, ClockAdvance } from '../../generated/control-api.js';
import { parseDuration } from '../../scenario/duration.js';
import type { Timeline } from '../../scenario/timeline.js';
import { advanceClock, type Clock, pauseClock, readClock, resumeClock, setClockSpeed } from '../clock.js';
import { projectCurrentJob } from '../job-view.js';
import type { WorkspaceState } from '../workspace-state.js';
import { inputError, toIso, MAX_INSTANT } from './validate-input.js';
import { toJobDetail, getCurrentJobOrThrow } from './jobs.js';
import { findNextReplayedJob, getReplayedJob } from './replayed-jobs.js';
import type { WorkspaceContext } from './workspace-context.js';

/** The verbs of a clock. */
export interface WorkspaceClock {
  /** The time on the clock, in milliseconds since 1970. */
  now(): number;
  /** The number of responses that wait for the clock: delayed, slow, or stalled. */
  pendingResponses(): number;
  pause(): void;
  resume(): void;
  /** Advances the clock, by `5m` or by milliseconds. */
  advance(by: string | number): void;
  /** The number of seconds that pass on the clock in one real second. */
  setSpeed(speed: number): void;
  /** Advances the clock to the next event of this job, or of any job. Returns the job that reached a new state, if there is one. */
  next(job?: string): ClockAdvance;
}

export function toClockInfo({ clock, pending }: WorkspaceState, real: number): ClockView {
  const now = readClock(clock, real);
  return { now: toIso(now), speed: clock.speed, paused: clock.paused, pending_responses: pending.count(now) };
}

export const pauseWorkspaceClock = (workspace: WorkspaceContext): ClockView =>
  changeClock(workspace, pauseClock);

export const resumeWorkspaceClock = (workspace: WorkspaceContext): ClockView =>
  changeClock(workspace, resumeClock);

export const setWorkspaceClockSpeed = (workspace: WorkspaceContext, speed: number): ClockView =>
  changeClock(workspace, (clock, real) => setClockSpeed(clock, real, speed));

/** @param by `5m`, or milliseconds */
export function advanceWorkspaceClock(workspace: WorkspaceContext, by: string | number): ClockView {
  const time = parseAdvance(by, workspace.now);
  return changeClock(workspace, (clock, real) => advanceClock(clock, real, time));
}

function changeClock(
  { state, real }: WorkspaceContext,
  change: (clock: Clock, real: number) => Clock,
): ClockView {
  state.clock = change(state.clock, real);
  return toClockInfo(state, real);
}

export function advanceClockToNextEvent(workspace: WorkspaceContext, job: string | undefined): ClockAdvance {
  const { state, shared, real, now, record } = workspace;
  const next = nextJobChange(workspace, job);
  const release = job === undefined ? state.pending.nextRelease(now) : Infinity;
  const at = Math.ceil(Math.min(next.until, release));
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

/** Advancing the clock sends no poll, so request-counting faults do not apply. */
function skippedFaultsNote(timeline: Timeline | undefined): string | undefined {
  const isPassedBy = timeline?.faults.some(
    ({ requests, operations }) => requests && operations.includes('getGenerationStatus'),
  );
  return isPassedBy
    ? `The faults of ${timeline?.name} count polls. A step of the clock sends none, so poll to see them.`
    : undefined;
}

/** The job with the earliest change by itself, and its time; infinite when no job will change. */
function nextJobChange(
  { shared, record, now, state }: WorkspaceContext,
  job: string | undefined,
): { id: string; until: number } {
  if (state.replay) return findNextReplayedJob(state.replay, now, job);
  const { jobs } = job === undefined ? shared.store.jobs(record.id, Infinity) : { jobs: [] };
  const jobsNow =
    job === undefined
      ? jobs.map((one) => projectCurrentJob(one, shared, now))
      : [getCurrentJobOrThrow(shared, record.id, job, now, '/job')];
  let next = { id: '', until: Infinity };
  for (const current of jobsNow) {
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
