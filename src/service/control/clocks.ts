/** The verbs about a workspace's clock. The clock drives states, rate limits, latency and timestamps. */
import type { Clock as ClockView } from '../../generated/control-api.js';
import { parseDuration } from '../../scenario/duration.js';
import {
  advanceClock as advance,
  pauseClock as pause,
  readClock as read,
  resumeClock as resume,
  setClockSpeed as setSpeed,
  type Clock,
} from '../clock.js';
import { currentJob } from '../job-view.js';
import type { WorkspaceState } from '../workspace-state.js';
import { isoOf, LAST_INSTANT } from './instant.js';
import { describeJob, needCurrentJob } from './jobs.js';
import { badInput } from './refuse.js';
import { nextReplayedJob, oneReplayedJob } from './replayed-jobs.js';
import { changes, reads, type VerbContext } from './verb-context.js';

export function clockView({ clock, held }: WorkspaceState, real: number): ClockView {
  const now = read(clock, real);
  return { now: isoOf(now), speed: clock.speed, paused: clock.paused, held: held.count(now) };
}

function set({ state, real }: VerbContext, clock: Clock): ClockView {
  state.clock = clock;
  return clockView(state, real);
}

export const readClock = reads<'readClock'>(({ state, real }) => clockView(state, real));

export const pauseClock = changes<'pauseClock'>((context) =>
  set(context, pause(context.state.clock, context.real)),
);

export const resumeClock = changes<'resumeClock'>((context) =>
  set(context, resume(context.state.clock, context.real)),
);

export const setClockSpeed = changes<'setClockSpeed'>((context, { speed }) =>
  set(context, setSpeed(context.state.clock, context.real, speed)),
);

export const advanceClock = changes<'advanceClock'>((context, { by }) => {
  const { state, real, now } = context;
  return set(context, advance(state.clock, real, needTime(by, now)));
});

export const advanceToNextEvent = changes<'advanceToNextEvent'>(
  (context, body: { job?: string } | undefined) => {
    const { state, shared, real, now, row } = context;
    const next = nextOfJobs(context, body?.job);
    const release = body?.job === undefined ? state.held.next(now) : Infinity;
    const at = Math.ceil(Math.min(next.until, release));
    if (at > LAST_INSTANT) return { clock: clockView(state, real), reached: null, released: 0 };
    const released = state.held.between(now, at);
    const clock = set(context, advance(state.clock, real, at - now));
    if (next.until > at) return { clock, reached: null, released };
    if (state.replay) return { clock, reached: oneReplayedJob(state.replay, next.id, at), released };
    const reached = describeJob(needCurrentJob(shared, row.id, next.id, at), shared);
    return { clock, reached, released };
  },
);

/** The job with the earliest change by itself, and its time; infinite when no job will change. */
function nextOfJobs(
  { shared, row, now, state }: VerbContext,
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
