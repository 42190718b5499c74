/** Distinguishes requests that a program repeats at regular intervals from single requests of users, tabs and reloads. */
import {
  type RequestTime,
  intervalsOf,
  lastIntervals,
  areRegular,
  TIMER_JITTER_MS,
} from './request-timing.js';

/** Repetitions at the client's usual interval. Tabs cannot cause them, and users rarely do. */
const MIN_USUAL_INTERVALS = 3;

/** Repetitions at any regular interval, where the client's usual interval is unknown. */
const MIN_REGULAR_INTERVALS = 4;

const REGULAR_RATIO = 1.25;

/** Repetitions that are faster than clicks, and more than a user has tabs. */
const MIN_FAST_INTERVALS = 7;

/** Several tabs may each send the request once within this time. */
const MULTI_TAB_WINDOW_MS = 5_000;

/** Repetitions while the clock is changed, so that all intervals are unknown. */
const MIN_UNTIMED_REPEATS = 7;

/** Repetitions in one tab that are more than reloads. */
const MIN_SINGLE_TAB_REPEATS = 3;

interface ClientTiming {
  readonly minPollInterval: number;
  /** Ms between the client's polls before it had to stop. */
  readonly usualInterval?: number | undefined;
  /** Whether there is one tab. Then few repetitions are enough. */
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
  const intervals = intervalsOf(times);
  const duration = (times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0);
  const isUsual = (interval: number): boolean =>
    usualInterval !== undefined &&
    interval >= usualInterval * 0.7 - TIMER_JITTER_MS &&
    interval <= usualInterval * 1.4 + TIMER_JITTER_MS;
  if (
    singleClient &&
    (intervals.length >= MIN_SINGLE_TAB_REPEATS ||
      intervals.some((interval) => interval !== undefined && isUsual(interval)))
  )
    return true;
  if (lastIntervals(intervals, MIN_FAST_INTERVALS)?.every((interval) => interval < minPollInterval))
    return true;
  if (duration > MULTI_TAB_WINDOW_MS) {
    if (lastIntervals(intervals, MIN_USUAL_INTERVALS)?.every(isUsual)) return true;
    const last = lastIntervals(intervals, MIN_REGULAR_INTERVALS);
    if (last && (areRegular(last, REGULAR_RATIO) || isGeometric(last))) return true;
  }
  return intervals.length >= MIN_UNTIMED_REPEATS && intervals.every((interval) => interval === undefined);
}

/** Whether each interval is about the same multiple of the previous one, as with exponential backoff. */
function isGeometric(intervals: readonly number[]): boolean {
  const factors = intervals.slice(1).map((interval, index) => interval / (intervals[index] as number));
  return Math.max(...factors) <= Math.min(...factors) * 1.15;
}
