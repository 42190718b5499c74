/** The times of a client's requests, and the gaps between them. */
import type { Exchange } from '../../journal/exchange.js';

export interface RequestTime {
  readonly sequence: number;
  readonly at: number;
  /** How often the clock was changed before. A gap across such a change says nothing about the client. */
  readonly clockChanges: number;
}

/** Ms between two requests; undefined when the clock was changed in between or the order is unknown. */
type Interval = number | undefined;

/** Rules need this many times of a request at most. */
const MAX_TIMES = 13;

export function requestTimeOf({ sequence, startedAt }: Exchange, clockChanges: number): RequestTime {
  return { sequence, at: startedAt, clockChanges };
}

export function intervalBetween(earlier: RequestTime, later: RequestTime): Interval {
  const isKnown = earlier.clockChanges === later.clockChanges && later.at >= earlier.at;
  return isKnown ? later.at - earlier.at : undefined;
}

export function intervalsOf(times: readonly RequestTime[]): readonly Interval[] {
  return times.slice(1).map((time, index) => intervalBetween(times[index] as RequestTime, time));
}

/** Adds a time and drops the oldest ones. */
export function addTime(times: readonly RequestTime[], time: RequestTime): readonly RequestTime[] {
  return [...times.slice(1 - MAX_TIMES), time];
}

/** The last `count` gaps; undefined when there are fewer or one of them is unknown. */
export function lastIntervals(gaps: readonly Interval[], count: number): readonly number[] | undefined {
  if (gaps.length < count) return undefined;
  const known = gaps.slice(-count).filter((gap) => gap !== undefined);
  return known.length === count ? known : undefined;
}

/** Whether the longest gap is at most `ratio` times the shortest. */
export function areRegular(gaps: readonly number[], ratio: number): boolean {
  return Math.max(...gaps) <= Math.min(...gaps) * ratio + TIMER_JITTER_MS;
}

/** The error of timers in browsers and in Node, in ms. */
export const TIMER_JITTER_MS = 20;

// Distinguishes automatic retries (regular intervals) from users, tabs and reloads (single, irregular). A program repeats it at regular times. Only a program breaks a rule.

/** Repetitions at the client's usual interval. Tabs cannot produce them, and people rarely do. */
const MIN_USUAL_INTERVALS = 3;
/** Repetitions at any regular interval, where the client's usual interval is unknown. */
const MIN_REGULAR_INTERVALS = 4;
const REGULAR_RATIO = 1.25;
/** Repetitions that are faster than clicks and more than the tabs of a user. */
const MIN_FAST_INTERVALS = 7;
/** Several tabs may each send the request once within this time. */
const MULTI_TAB_WINDOW_MS = 5_000;
/** Repetitions while the clock is controlled, so that all gaps are unknown. */
const MIN_UNTIMED_REPEATS = 7;
/** Repetitions in one tab that are more than reloads. */
const MIN_SINGLE_TAB_REPEATS = 3;

interface ClientTiming {
  readonly minPollInterval: number;
  /** Ms between the client's polls while it had a reason to poll. */
  readonly usualInterval?: number | undefined;
  /** Whether there is one tab. Then a few repetitions are enough; reloads still repeat a request. */
  readonly singleClient?: boolean;
}

/**
 * Whether a program sent these requests. Only the first of them had a reason.
 * @param times the oldest first
 */
export function isAutomated(
  times: readonly RequestTime[],
  { minPollInterval, usualInterval, singleClient = false }: ClientTiming,
): boolean {
  const gaps = intervalsOf(times);
  const duration = (times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0);
  const isUsual = (gap: number): boolean =>
    usualInterval !== undefined &&
    gap >= usualInterval * 0.7 - TIMER_JITTER_MS &&
    gap <= usualInterval * 1.4 + TIMER_JITTER_MS;
  if (
    singleClient &&
    (gaps.length >= MIN_SINGLE_TAB_REPEATS || gaps.some((gap) => gap !== undefined && isUsual(gap)))
  )
    return true;
  if (lastIntervals(gaps, MIN_FAST_INTERVALS)?.every((gap) => gap < minPollInterval)) return true;
  if (duration > MULTI_TAB_WINDOW_MS) {
    if (lastIntervals(gaps, MIN_USUAL_INTERVALS)?.every(isUsual)) return true;
    const last = lastIntervals(gaps, MIN_REGULAR_INTERVALS);
    if (last && (areRegular(last, REGULAR_RATIO) || isGeometric(last))) return true;
  }
  return gaps.length >= MIN_UNTIMED_REPEATS && gaps.every((gap) => gap === undefined);
}

/** Whether each gap is about the same multiple of the one before, as in a program that backs off. */
function isGeometric(gaps: readonly number[]): boolean {
  const factors = gaps.slice(1).map((gap, index) => gap / (gaps[index] as number));
  return Math.max(...factors) <= Math.min(...factors) * 1.15;
}
