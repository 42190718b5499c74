/** The clock of a workspace. It drives states, rate limits, latency and timestamps. */
import type { Clock as ClockView, ClockStep } from '../../generated/control-api.js';
import { parseDuration } from '../../scenario/duration.js';
import type { Timeline } from '../../scenario/timeline.js';
import { advanceClock, type Clock, pauseClock, readClock, resumeClock, setClockSpeed } from '../clock.js';
import { currentJob } from '../job-view.js';
import type { WorkspaceState } from '../workspace-state.js';
import { badInput, isoOf, LAST_INSTANT } from './check-input.js';
import { describeJob, needCurrentJob } from './jobs.js';
import { nextReplayedJob, oneReplayedJob } from './replayed-jobs.js';
import type { WorkspaceNow } from './verb-context.js';

/** The verbs of a clock. */
export interface WorkspaceClock {
  /** The time on the clock, in milliseconds since 1970. */
  now(): number;
  /** The number of responses that wait for the clock: delayed, slow, or stalled. */
  held(): number;
  pause(): void;
  resume(): void;
  /** Advances the clock, by `5m` or by milliseconds. */
  advance(by: string | number): void;
  /** The number of seconds that pass on the clock in one real second. */
  setSpeed(speed: number): void;
  /** Advances the clock to the next event of this job, or of any job. Returns the job that reached a new state, if there is one. */
  next(job?: string): ClockStep;
}

export function clockView({ clock, held }: WorkspaceState, real: number): ClockView {
  const now = readClock(clock, real);
  return { now: isoOf(now), speed: clock.speed, paused: clock.paused, held: held.count(now) };
}

export const pause = (workspace: WorkspaceNow): ClockView => set(workspace, pauseClock);

export const resume = (workspace: WorkspaceNow): ClockView => set(workspace, resumeClock);

export const setSpeed = (workspace: WorkspaceNow, speed: number): ClockView =>
  set(workspace, (clock, real) => setClockSpeed(clock, real, speed));

/** @param by `5m`, or milliseconds */
export function advance(workspace: WorkspaceNow, by: string | number): ClockView {
  const time = needTime(by, workspace.now);
  return set(workspace, (clock, real) => advanceClock(clock, real, time));
}

function set({ state, real }: WorkspaceNow, change: (clock: Clock, real: number) => Clock): ClockView {
  state.clock = change(state.clock, real);
  return clockView(state, real);
}

export function advanceToNext(workspace: WorkspaceNow, job: string | undefined): ClockStep {
  const { state, shared, real, now, row } = workspace;
  const next = nextOfJobs(workspace, job);
  const release = job === undefined ? state.held.next(now) : Infinity;
  const at = Math.ceil(Math.min(next.until, release));
  if (at > LAST_INSTANT) return { clock: clockView(state, real), reached: null, released: 0 };
  const released = state.held.between(now, at);
  const clock = set(workspace, () => advanceClock(state.clock, real, at - now));
  if (next.until > at) return { clock, reached: null, released };
  if (state.replay) return { clock, reached: oneReplayedJob(state.replay, next.id, at), released };
  const current = needCurrentJob(shared, row.id, next.id, at);
  const note = noteOf(shared.library.byId(current.job.timelineId));
  return { clock, reached: describeJob(current, shared), released, ...(note && { note }) };
}

/** A step passes by the faults that count requests: only a client meets them. */
function noteOf(timeline: Timeline | undefined): string | undefined {
  const isPassedBy = timeline?.faults.some(
    ({ requests, operations }) => requests && operations.includes('getGenerationStatus'),
  );
  return isPassedBy
    ? `The faults of ${timeline?.name} count polls. A step of the clock sends none, so poll to see them.`
    : undefined;
}

/** The job with the earliest change by itself, and its time; infinite when no job will change. */
function nextOfJobs(
  { shared, row, now, state }: WorkspaceNow,
  job: string | undefined,
): { id: string; until: number } {
  if (state.replay) return nextReplayedJob(state.replay, now, job);
  const { jobs } = job === undefined ? shared.store.jobs(row.id, Infinity) : { jobs: [] };
  const jobsNow =
    job === undefined
      ? jobs.map((one) => currentJob(one, shared, now))
      : [needCurrentJob(shared, row.id, job, now, '/job')];
  let next = { id: '', until: Infinity };
  for (const current of jobsNow) {
    const until = current?.state.until ?? Infinity;
    if (current && until < next.until) next = { id: current.job.id, until };
  }
  return next;
}

function needTime(by: string | number, now: number): number {
  const milliseconds = typeof by === 'number' ? by : (parseDuration(by) ?? Infinity);
  if (now + milliseconds <= LAST_INSTANT) return milliseconds;
  throw badInput([{ pointer: '/by', detail: 'must not lead beyond the year 9999' }]);
}
