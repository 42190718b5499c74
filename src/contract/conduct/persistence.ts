/**
 * Tells a program that keeps on asking from a person who asks again. A second tab, a reload, a click on "try again" repeat a
 * request once each, whenever somebody pleases; a program repeats it by the clock. Only the latter is conduct.
 */
import { areAlike, gapsOf, lastKnown, TIMER_SLACK, type Moment } from './moments.js';

/** Repetitions at the client's own rhythm, which no number of tabs and hardly a person can make. */
const IN_RHYTHM = 3;
/** Repetitions as regular as a clock, when no rhythm of the client is known. */
const REGULAR = 4;
const REGULAR_RATIO = 1.25;
/** Repetitions faster than anybody clicks, and more than there are tabs. */
const FAST = 7;
/** Ms: within this, every tab of a client looks once more. */
const ONE_ROUND = 5_000;
/** Repetitions in time that somebody steered, which says nothing of intervals. */
const TIMELESS = 7;

export interface Habits {
  readonly tightLoop: number;
  /** Ms between the client's polls as long as it had reason to poll. */
  readonly rhythm?: number | undefined;
}

/**
 * Whether these requests, of which the first had its reason and the others had none, are a program's.
 * @param moments the oldest first
 */
export function isPersistent(moments: readonly Moment[], { tightLoop, rhythm }: Habits): boolean {
  const gaps = gapsOf(moments);
  const takes = (moments.at(-1)?.at ?? 0) - (moments[0]?.at ?? 0);
  const fits = (gap: number): boolean =>
    rhythm !== undefined && gap >= rhythm * 0.7 - TIMER_SLACK && gap <= rhythm * 1.4 + TIMER_SLACK;
  if (lastKnown(gaps, FAST)?.every((gap) => gap < tightLoop)) return true;
  if (takes > ONE_ROUND) {
    if (lastKnown(gaps, IN_RHYTHM)?.every(fits)) return true;
    const last = lastKnown(gaps, REGULAR);
    if (last && (areAlike(last, REGULAR_RATIO) || isGrowing(last))) return true;
  }
  return gaps.length >= TIMELESS && gaps.slice(-TIMELESS).every((gap) => gap === undefined);
}

/** Whether each is longer than the one before by the same factor: a program that waits longer every time. */
function isGrowing(gaps: readonly number[]): boolean {
  const factors = gaps.slice(1).map((gap, index) => gap / (gaps[index] as number));
  return factors.every((factor) => factor > 1.1) && Math.max(...factors) <= Math.min(...factors) * 1.15;
}
