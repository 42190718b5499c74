/** Chooses the moments of a kept wall, when none are given: those at which most jobs change their state, then most screens. */
import { formatDuration } from '../../scenario/duration.js';
import type { Change } from './stage.js';

/** @returns times in ms since the start, ascending; at least one */
export function chooseMoments(changes: readonly Change[], most: number): readonly number[] {
  const ranked = changes
    .filter(({ screens }) => screens.size > 0)
    .toSorted(
      (one, other) =>
        other.jobs.size - one.jobs.size || other.screens.size - one.screens.size || one.at - other.at,
    );
  const times = [...new Set(ranked.map(({ at }) => at))].slice(0, most);
  return times.length > 0 ? times.toSorted((one, other) => one - other) : [0];
}

/** `12s`; the start is `0s`. */
export const momentText = (at: number): string => (at === 0 ? '0s' : formatDuration(at));
