/** The control operations on the clock of a workspace, which drives job states, rate limits, latency and timestamps. */
import type { ClockAdvance, ClockInfo } from '../../generated/control-api.js';
import { parseDuration } from '../../scenario/duration.js';
import { advanceClock, type Clock, pauseClock, readClock, resumeClock, setClockSpeed } from '../clock.js';
import type { WorkspaceState } from '../workspace-state.js';
import { inputError, toIso, MAX_INSTANT } from './validate-input.js';
import type { WorkspaceContext } from './workspace-context.js';

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
  const { state, jobs, real, now } = workspace;
  const next = jobs.next(job);
  const releaseAt = job === undefined ? state.pending.nextRelease(now) : Infinity;
  const at = Math.ceil(Math.min(next.until, releaseAt));
  if (at > MAX_INSTANT) return { clock: toClockInfo(state, real), job: null, released_responses: 0 };
  const released = state.pending.countReleased(now, at);
  const clock = changeClock(workspace, () => advanceClock(state.clock, real, at - now));
  if (next.until > at) return { clock, job: null, released_responses: released };
  return {
    clock,
    job: jobs.get(next.id, at),
    released_responses: released,
    ...(next.skippedFaultsNote !== undefined && { skipped_faults_note: next.skippedFaultsNote }),
  };
}

function parseAdvance(by: string | number, now: number): number {
  const milliseconds = typeof by === 'number' ? by : (parseDuration(by) ?? Infinity);
  if (now + milliseconds <= MAX_INSTANT) return milliseconds;
  const detail = `must not advance the clock past the year 9999, as ${JSON.stringify(by)} does`;
  throw inputError([{ pointer: '/by', detail }]);
}
