/**
 * Detects whether a program or a person repeats a request. A second tab, a reload and a click on "try again" repeat a
 * request once each, at any time. A program repeats it at regular times. Only a program breaks a rule.
 */
import { areSimilar, gapsOf, lastGaps, TIMER_SLACK, type RequestTime } from '../../trace/request-times.js';

/** Repetitions at the client's usual interval. Tabs cannot produce them, and people rarely do. */
const AT_USUAL_INTERVAL = 3;
/** Repetitions at any regular interval, where the client's usual interval is unknown. */
const REGULAR = 4;
const REGULAR_RATIO = 1.25;
/** Repetitions that are faster than clicks and more than the tabs of a user. */
const FAST = 7;
/** Ms in which each tab of a client may repeat the request once. */
const ONE_ROUND = 5_000;
/** Repetitions while the clock is controlled, so that all gaps are unknown. */
const WITHOUT_GAPS = 7;
/** Repetitions in one tab that are more than reloads. */
const IN_ONE_TAB = 3;

interface ClientTiming {
  readonly tightLoop: number;
  /** Ms between the client's polls while it had a reason to poll. */
  readonly usualInterval?: number | undefined;
  /** Whether there is one tab. Then a few repetitions are enough; reloads still repeat a request. */
  readonly strict?: boolean;
}

/**
 * Whether a program sent these requests. Only the first of them had a reason.
 * @param times the oldest first
 */
export function isAutomated(
  times: readonly RequestTime[],
  { tightLoop, usualInterval, strict = false }: ClientTiming,
): boolean {
  const gaps = gapsOf(times);
  const duration = (times.at(-1)?.at ?? 0) - (times[0]?.at ?? 0);
  const isUsual = (gap: number): boolean =>
    usualInterval !== undefined &&
    gap >= usualInterval * 0.7 - TIMER_SLACK &&
    gap <= usualInterval * 1.4 + TIMER_SLACK;
  if (strict && (gaps.length >= IN_ONE_TAB || gaps.some((gap) => gap !== undefined && isUsual(gap))))
    return true;
  if (lastGaps(gaps, FAST)?.every((gap) => gap < tightLoop)) return true;
  if (duration > ONE_ROUND) {
    if (lastGaps(gaps, AT_USUAL_INTERVAL)?.every(isUsual)) return true;
    const last = lastGaps(gaps, REGULAR);
    if (last && (areSimilar(last, REGULAR_RATIO) || isGeometric(last))) return true;
  }
  return gaps.length >= WITHOUT_GAPS && gaps.every((gap) => gap === undefined);
}

/** Whether each gap is about the same multiple of the one before, as in a program that backs off. */
function isGeometric(gaps: readonly number[]): boolean {
  const factors = gaps.slice(1).map((gap, index) => gap / (gaps[index] as number));
  return Math.max(...factors) <= Math.min(...factors) * 1.15;
}
