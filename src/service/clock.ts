/**
 * A workspace's clock, as plain data: it runs, runs faster, stands still, or is put forward. It is computed from the real time,
 * which the caller passes in; nothing here ticks.
 */
export interface Clock {
  /** A real instant, in milliseconds since 1970, and what this clock showed then. */
  readonly realAnchor: number;
  readonly anchor: number;
  /** How many of its seconds pass in a real one, while it is not paused. */
  readonly speed: number;
  readonly paused: boolean;
}

/** A clock that shows the real time, and goes on at this speed. */
export function startClock(real: number, speed = 1): Clock {
  return { realAnchor: real, anchor: real, speed, paused: false };
}

/** The last instant that a clock shows: the end of 9999. Beyond it timestamps would need another form. */
const END_OF_TIME = Date.UTC(9999, 11, 31);

/** What the clock shows, in whole milliseconds. */
export function readClock({ realAnchor, anchor, speed, paused }: Clock, real: number): number {
  const shown = paused ? anchor : Math.floor(anchor + (real - realAnchor) * speed);
  return Math.min(shown, END_OF_TIME);
}

export function pauseClock(clock: Clock, real: number): Clock {
  return { ...clock, realAnchor: real, anchor: readClock(clock, real), paused: true };
}

export function resumeClock(clock: Clock, real: number): Clock {
  return { ...clock, realAnchor: real, anchor: readClock(clock, real), paused: false };
}

export function setClockSpeed(clock: Clock, real: number, speed: number): Clock {
  return { ...clock, realAnchor: real, anchor: readClock(clock, real), speed };
}

/** Puts the clock forward. */
export function advanceClock(clock: Clock, real: number, milliseconds: number): Clock {
  return { ...clock, realAnchor: real, anchor: readClock(clock, real) + milliseconds };
}

/** The real milliseconds until the clock shows an instant: 0 when it has passed, infinite while the clock is paused. */
export function realDelayUntil(clock: Clock, real: number, instant: number): number {
  const rest = instant - readClock(clock, real);
  if (rest <= 0) return 0;
  return clock.paused ? Infinity : rest / clock.speed;
}
