/** Chooses the instant that a person would write, where the recording knows only a window. */
import type { Window } from './segments.js';

const GRAINS = [1000, 500, 100, 50, 10, 5, 1];

/** The roundest instant of a window; of several, the one nearest to its middle. */
export function roundTime({ from, to }: Window): number {
  const middle = (from + to) / 2;
  for (const grain of GRAINS) {
    const time = Math.round(middle / grain) * grain;
    if (time >= from && time <= to) return time;
  }
  return to;
}
