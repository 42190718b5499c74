/** A clock that stands still while the process is busy, and then jumps to the end of the first sleep. */
import type { Pace } from '../../../src/contract/index.js';

export function idleClock(): Pace {
  let time = Date.UTC(2026, 0, 1);
  const sleepers: { readonly until: number; readonly wake: () => void }[] = [];
  const wakeFirst = () => {
    const first = Math.min(...sleepers.map(({ until }) => until));
    time = first;
    sleepers
      .splice(
        sleepers.findIndex(({ until }) => until === first),
        1,
      )
      .forEach(({ wake }) => wake());
    if (sleepers.length > 0) setImmediate(wakeFirst);
  };
  return {
    now: () => time,
    sleep: (ms) =>
      new Promise((wake) => {
        if (sleepers.push({ until: time + ms, wake }) === 1) setImmediate(wakeFirst);
      }),
  };
}
