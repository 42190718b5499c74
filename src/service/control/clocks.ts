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
import { standingOf } from '../job-view.js';
import type { WorkspaceState } from '../workspace-state.js';
import { isoOf, LAST_INSTANT } from './instant.js';
import { describeJob, needStanding } from './jobs.js';
import { badInput } from './refuse.js';
import { nextReplayedJob, oneReplayedJob } from './replayed-jobs.js';
import { changes, reads, type Scene } from './scene.js';

export function clockView({ clock, held }: WorkspaceState, real: number): ClockView {
  const now = read(clock, real);
  return { now: isoOf(now), speed: clock.speed, paused: clock.paused, held: held.count(now) };
}

function set({ state, real }: Scene, clock: Clock): ClockView {
  state.clock = clock;
  return clockView(state, real);
}

export const readClock = reads<'readClock'>(({ state, real }) => clockView(state, real));

export const pauseClock = changes<'pauseClock'>((scene) => set(scene, pause(scene.state.clock, scene.real)));

export const resumeClock = changes<'resumeClock'>((scene) =>
  set(scene, resume(scene.state.clock, scene.real)),
);

export const setClockSpeed = changes<'setClockSpeed'>((scene, { speed }) =>
  set(scene, setSpeed(scene.state.clock, scene.real, speed)),
);

export const advanceClock = changes<'advanceClock'>((scene, { by }) => {
  const { state, real, now } = scene;
  return set(scene, advance(state.clock, real, needTime(by, now)));
});

export const advanceToNextEvent = changes<'advanceToNextEvent'>(
  (scene, body: { job?: string } | undefined) => {
    const { state, shared, real, now, row } = scene;
    const next = nextOfJobs(scene, body?.job);
    const release = body?.job === undefined ? state.held.next(now) : Infinity;
    const at = Math.ceil(Math.min(next.until, release));
    if (at > LAST_INSTANT) return { clock: clockView(state, real), reached: null, released: 0 };
    const released = state.held.between(now, at);
    const clock = set(scene, advance(state.clock, real, at - now));
    if (next.until > at) return { clock, reached: null, released };
    if (state.replay) return { clock, reached: oneReplayedJob(state.replay, next.id, at), released };
    const reached = describeJob(needStanding(shared, row.id, next.id, at), shared);
    return { clock, reached, released };
  },
);

/** The job with the earliest change by itself, and its time; infinite when no job will change. */
function nextOfJobs(
  { shared, row, now, state }: Scene,
  job: string | undefined,
): { id: string; until: number } {
  if (state.replay) return nextReplayedJob(state.replay, now, job);
  const { jobs } = job === undefined ? shared.store.jobs(row.id, Infinity) : { jobs: [] };
  const standings =
    job === undefined
      ? jobs.map((one) => standingOf(one, shared, now))
      : [needStanding(shared, row.id, job, now, '/job')];
  let next = { id: '', until: Infinity };
  for (const standing of standings) {
    const until = standing?.state.until ?? Infinity;
    if (standing && until < next.until) next = { id: standing.job.id, until };
  }
  return next;
}

function needTime(by: string | number, now: number): number {
  const milliseconds = typeof by === 'number' ? by : (parseDuration(by) ?? Infinity);
  if (now + milliseconds <= LAST_INSTANT) return milliseconds;
  throw badInput([{ pointer: '/by', detail: 'must not lead beyond the year 9999' }]);
}
