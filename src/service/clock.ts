/**
 * The clock of a workspace, as plain data. It runs at a speed, pauses, and can be advanced; its time is computed from the real time,
 * which the caller passes in.
 */
export interface Clock {
  /** A real time, in milliseconds since 1970, and the time of this clock then. */
  readonly realAnchor: number;
  readonly anchor: number;
  /** The number of seconds that pass on this clock in one real second, while it is not paused. */
  readonly speed: number;
  readonly paused: boolean;
}

/** The maximum time of a clock: the end of the year 9999. Later timestamps need another format. */
const MAX_INSTANT = Date.UTC(9999, 11, 31);

/** A clock that starts at the real time and runs at this speed. */
export function createClock(realNow: number, speed = 1): Clock {
  return { realAnchor: realNow, anchor: realNow, speed, paused: false };
}

/** The time of the clock, in whole milliseconds. */
export function readClock({ realAnchor, anchor, speed, paused }: Clock, realNow: number): number {
  const time = paused ? anchor : Math.floor(anchor + (realNow - realAnchor) * speed);
  return Math.min(time, MAX_INSTANT);
}

export function pauseClock(clock: Clock, realNow: number): Clock {
  return { ...clock, realAnchor: realNow, anchor: readClock(clock, realNow), paused: true };
}

export function resumeClock(clock: Clock, realNow: number): Clock {
  return { ...clock, realAnchor: realNow, anchor: readClock(clock, realNow), paused: false };
}

export function setClockSpeed(clock: Clock, realNow: number, speed: number): Clock {
  return { ...clock, realAnchor: realNow, anchor: readClock(clock, realNow), speed };
}

export function advanceClock(clock: Clock, realNow: number, milliseconds: number): Clock {
  return { ...clock, realAnchor: realNow, anchor: readClock(clock, realNow) + milliseconds };
}

/** The real milliseconds until the clock reaches an instant: 0 if it is in the past, infinite while the clock is paused. */
export function realDelayUntil(clock: Clock, realNow: number, instant: number): number {
  const rest = instant - readClock(clock, realNow);
  if (rest <= 0) return 0;
  return clock.paused ? Infinity : rest / clock.speed;
}
