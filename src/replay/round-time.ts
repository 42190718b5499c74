/** Instants that nobody knows to the millisecond, chosen as a person would write them. */
import type { Window } from './stretches.js';

const GRAINS = [1000, 500, 100, 50, 10, 5, 1];

/** The instants of a window, the roundest first, and of those the ones nearest to its middle; at most so many. */
export function* roundTimes({ from, to }: Window, most: number): Generator<number> {
  const middle = (from + to) / 2;
  const seen = new Set<number>();
  for (const grain of GRAINS) {
    const centre = Math.round(middle / grain) * grain;
    for (let distance = 0; centre - distance >= from || centre + distance <= to; distance += grain) {
      for (const time of distance === 0 ? [centre] : [centre - distance, centre + distance]) {
        if (time < from || time > to || seen.has(time)) continue;
        if (seen.size >= most) return;
        seen.add(time);
        yield time;
      }
    }
  }
}

/** The one that a person would write. */
export function roundTime(window: Window): number {
  for (const time of roundTimes(window, 1)) return time;
  return window.to;
}
