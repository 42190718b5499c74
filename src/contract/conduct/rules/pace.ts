/** How fast a client asks again: between polls, after failures, and when it was told when. Sections 4.5 and 7. */
import { areAlike, gapBetween, gapsOf, keep, lastKnown, TIMER_SLACK, type Moment } from '../moments.js';
import type { ConductRule, Judged } from '../rule.js';
import type { Step } from '../step.js';
import { isDue } from '../target-past.js';

/** Short intervals in a row that make a loop. As many tabs would make as many, once each. */
const LOOP = 6;
/** So many that are alike are one client's, where they could be those of two or three tabs that ask in turn. */
const ALIKE = 12;
/** Waits after failures that show whether they grow, also where two tabs wait in turn. */
const WAITS = 6;
/** Ms: whoever waits for so long has backed off already. */
const GENTLE = 30_000;
/** Ms: nobody backs off to less than this and stays there. */
const HASTY = 2_500;
/** So many answers that say when to come back, none of them due: there are not so many tabs. */
const TOLD = 3;
const TOLD_ON_ONE_PAGE = 2;

export const paceRules: readonly ConductRule[] = [
  {
    id: 'client/never-polls-in-a-tight-loop',
    sections: ['4.5'],
    level: 'must',
    title: 'A client never polls a job in a tight loop',
    reading: `Tight is less than a second from poll to poll, unless whoever judges sets another bound, time and again. Two or three tabs that each keep the bound are told from one client that does not by the rhythm: only when ${ALIKE} intervals are alike, and no steadier from one to the next but one, are they one client's.`,
    hint: 'Wait a few seconds between polls, from the end of one to the begin of the next.',
    notReached: 'no job was polled twice',
    judge: tightLoop,
  },
  {
    id: 'client/backs-off-on-repeated-failures',
    sections: ['4.5'],
    level: 'should',
    title: 'A client waits longer when requests fail again and again',
    reading:
      'Failures are 429, 5xx and no answer. Anything counts: a wait that grows at some time, one longer than the usual interval, one as long as Retry-After says, or of half a minute.',
    hint: 'Double the wait with each failure in a row, up to a minute, with some chance in it, and begin anew after a success.',
    notReached: 'no request failed twice in a row',
    judge: backsOff,
  },
  {
    id: 'client/comes-back-no-earlier-than-told',
    sections: ['7', 'RFC 9110 10.2.3'],
    level: 'should',
    title: 'A client comes back no earlier than Retry-After says',
    reading:
      'HTTP’s rule, not the interface’s. Another tab does not know what this one was told, so it takes several early returns.',
    hint: 'Read Retry-After, in seconds or as a date, and wait for it before the same request is sent again.',
    notReached: 'no answer had a Retry-After',
    judge: comesBack,
  },
];

function tightLoop({ call, client, job, moment, bounds: { tightLoop: bound } }: Step): Judged {
  if (call?.operation !== 'getGenerationStatus' || !job?.last) return undefined;
  const latest = gapBetween(job.last, moment);
  // One interval that is known to be long enough, or not known, ends a loop.
  if (latest === undefined || latest >= bound) return 'kept';
  const polls = withThis(job.polls, moment);
  const gaps = gapsOf(polls);
  const loop = lastKnown(gaps, LOOP);
  if (!loop?.every((gap) => gap < bound)) return 'kept';
  const message = `job ${call.id} is polled in a tight loop`;
  const found = (gaps: readonly number[]) => ({
    message,
    expected: `polls ${bound} ms apart or more, over time`,
    actual: `polls ${gaps.map((gap) => Math.round(gap)).join(', ')} ms apart`,
    exchanges: polls.slice(-gaps.length - 1).map(({ sequence }) => sequence),
  });
  // Of two tabs that keep the bound, the next but one poll is the same tab's.
  const isTooFastForTwo = loop.slice(1).every((gap, index) => gap + (loop[index] as number) < bound);
  if (isTooFastForTwo || client.isOnePage) return { kind: 'fail', ...found(loop) };
  const steady = lastKnown(gaps, ALIKE);
  if (steady && areAlike(steady, 1.25) && ![2, 3].some((tabs) => areInTurn(steady, tabs, bound)))
    return { kind: 'fail', ...found(loop) };
  return { kind: 'observed', ...found(loop), message: `${message}, or in several tabs` };
}

/** Whether so many tabs ask in turn, none too fast: from poll to poll of one tab it is steadier than from tab to tab. */
function areInTurn(gaps: readonly number[], tabs: number, bound: number): boolean {
  const each = gaps.slice(tabs - 1).map((_, index) => sum(gaps.slice(index, index + tabs)));
  return each.every((gap) => gap >= bound) && spread(gaps) > TIMER_SLACK && spread(each) * 2 <= spread(gaps);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

function backsOff({ call, job, target, moment, exchange }: Step): Judged {
  if (!call || !target || target.failed.length === 0) return undefined;
  const last = target.failed.at(-1) as Moment;
  const gap = gapBetween(last, moment);
  const { waits, failed } = target;
  // Whoever returns when told needs no further advice.
  if (!waits || gap === undefined || target.returnsTo(moment) || waits.count + 1 < WAITS) return 'kept';
  const longest = Math.max(waits.longest, gap);
  const isLongerThanUsual = job?.rhythm !== undefined && longest > job.rhythm * 1.4;
  if (longest > waits.first * 1.1 || gap >= GENTLE || isLongerThanUsual) return 'kept';
  // A person who tries again waits as people do.
  const recent = lastKnown(gapsOf(withThis(failed, moment)), WAITS);
  if (!recent || !areAlike(recent, 1.5)) return 'kept';
  // Where the failures began before the journal did, the waits may have grown before.
  if (!target.isWhole && gap >= HASTY) return 'kept';
  return {
    kind: 'warn',
    message: `${call.operation} is repeated at the same pace though it fails again and again`,
    expected: 'waits that grow',
    actual: `${failed.length} failures in a row, and no wait longer than the first of ${Math.round(waits.first)} ms`,
    exchanges: [...failed.slice(-WAITS).map(({ sequence }) => sequence), exchange.sequence],
  };
}

function comesBack({ call, job, client, target, moment, exchange, bounds }: Step): Judged {
  if (!call || !target || target.promised.length === 0) return undefined;
  const known = target.promised.filter(({ era }) => era === moment.era);
  if (known.length === 0 || target.returnsTo(moment)) return 'kept';
  const undue = known.filter((one) => !isDue(one, moment.at));
  const last = undue.at(-1);
  const gap = target.failed.at(-1) && gapBetween(target.failed.at(-1) as Moment, moment);
  const rhythm = job?.rhythm;
  const isInRhythm = rhythm !== undefined && gap !== undefined && gap > rhythm * 0.7 && gap < rhythm * 1.4;
  const least = client.isOnePage ? TOLD_ON_ONE_PAGE : TOLD;
  const recent = lastKnown(gapsOf(withThis(target.failed, moment)), least);
  // A person who is told to wait may well load the page anew, once and again.
  const isProgram = recent?.every((one) => one < bounds.tightLoop) || (recent && areAlike(recent, 1.25));
  const isSuspect = (undue.length >= least && isProgram) || (isInRhythm && undue.length > 1);
  if (!last || !isSuspect) return 'kept';
  return {
    kind: 'warn',
    message: `${call.operation} is repeated before the time that Retry-After gave`,
    expected: `no request before ${last.wait / 1000} s have passed`,
    actual: gap === undefined ? 'an earlier one' : `one after ${Math.round(gap)} ms`,
    exchanges: [...undue.slice(-TOLD).map(({ sequence }) => sequence), exchange.sequence],
  };
}

function withThis(moments: readonly Moment[], moment: Moment): readonly Moment[] {
  const all = [...moments];
  keep(all, moment);
  return all;
}
