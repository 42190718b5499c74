/** A clock that advances with each look at it, so that no real time decides what a service does. */
export function countingClock(): () => number {
  let time = Date.UTC(2026, 0, 15, 9, 30);
  return () => (time += 3);
}
