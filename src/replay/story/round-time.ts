/** Chooses the instant that a person would write, where the recording knows only a window. */
/** Whole milliseconds, both ends included. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const GRAINS = [1000, 500, 100, 50, 10, 5, 1];

/**
 * The roundest instant in the middle half of a window; of several, the one nearest to its middle. A client that repeats the
 * recorded requests a little earlier or later then still sees the recorded views.
 */
export function roundTime({ from, to }: Window): number {
  const middle = (from + to) / 2;
  const margin = Math.floor((to - from) / 4);
  for (const grain of GRAINS) {
    const time = Math.round(middle / grain) * grain;
    if (time >= from + margin && time <= to - margin) return time;
  }
  return to;
}
