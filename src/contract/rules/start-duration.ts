/** Rules about the duration of a start: it waits for no job. Section 1. */
import type { JobStatus } from '../../generated/lifecycle.js';
import type { Finding, Rule } from '../rule.js';
import { isBefore, isKeyed, type Call } from '../../trace/call.js';
import { perTrace, type Trace } from '../../trace/trace.js';
import { isOfVerify } from './creators.js';
import { checkEach, fail, observed, warn } from './findings.js';
import { noStart } from './reasons.js';
import { inWords } from '../words.js';

/** Ms. */
const LONG = 5_000;
/** Ms for which a start waits, if it waits for another job. */
const WAIT = 2_000;
/** Starts that waited. One alone may be slow for another reason. */
const MIN_WAITS = 2;
/** Starts that wait take this many times longer than each other request. */
const FACTOR = 2;

export const startDurationRules: readonly Rule[] = [
  {
    id: 'start/returns-at-once',
    sections: ['1', '4.4'],
    level: 'should',
    title: 'A start returns at once, without waiting for the job',
    reading: `The interface gives no number: more than ${LONG / 1000} s is a warning if other requests are faster, and less is observed.`,
    judge: checkEach(
      (trace) => trace.of('startGeneration').filter((call) => call.ok && isKeyed(call)),
      noStart,
      (call, trace) => {
        const duration = durationOf(call);
        if (duration <= LONG)
          return observed(`a start takes less than ${duration < 1000 ? 1 : LONG / 1000} s`, { call });
        const message = 'a start takes longer than five seconds';
        const isSlowAnyway = duration < 2 * usualDuration(trace) + LONG;
        const details = {
          expected: inWords('a response at once'),
          actual: inWords(`${Math.round(duration / 100) / 10} s`),
          call,
        };
        return (isSlowAnyway ? observed : warn)(message, details);
      },
    ),
  },
  {
    id: 'start/waits-for-no-other-job',
    sections: ['1', '4.4'],
    level: 'must',
    title: 'A start does not wait for another job',
    reading:
      `At least ${MIN_WAITS} starts while another job of the key is under way take ${WAIT / 1000} s or longer, while each start without one, and ` +
      `each other request, take less than half of that. In a recording it is a violation from ${LONG / 1000} s on, and a warning below: a service may be slow under load.`,
    judge: (trace) => {
      const starts = trace.of('startGeneration').filter((call) => call.ok && isKeyed(call));
      return {
        checked: starts.length > 1 ? starts.length : 0,
        findings: waits(starts, trace),
        notReached: noStart,
      };
    },
  },
];

function waits(starts: readonly Call[], trace: Trace): readonly Finding[] {
  const isSlow = (call: Call): boolean => durationOf(call) >= WAIT;
  // Of starts at the same time, one pause of the service or of the client makes all slow.
  const slow = starts
    .filter((call) => isSlow(call) && isBesideAnother(call, trace))
    .filter((call, index, all) => all.slice(0, index).every((other) => isBefore(other, call)));
  const [first] = slow;
  const alone = starts.filter((call) => isAlone(call, trace));
  const isQuick = (duration: number): boolean => duration < Math.min(...slow.map(durationOf)) / FACTOR;
  if (!first || slow.length < MIN_WAITS) return [];
  const others = trace.calls.filter(({ operation }) => operation !== 'startGeneration');
  if (![...alone, ...others].map(durationOf).every(isQuick)) return [];
  const isLong = isOfVerify(first) || slow.every((call) => durationOf(call) >= LONG);
  return [
    (isLong ? fail : warn)('a start waits while another job is under way', {
      expected: inWords('a response at once'),
      actual: inWords(`${Math.round(durationOf(first) / 100) / 10} s`),
      call: first,
    }),
  ];
}

/** Whether a job of the same key has started before, and its last poll before the call, if any, showed one of these states. */
function isBeside(call: Call, { jobs }: Trace, states: readonly (JobStatus | undefined)[]): boolean {
  return jobs.some(({ owner, start, views }) => {
    if (owner !== call.by.key || start === undefined || !isBefore(start, call)) return false;
    const last = views.findLast((view) => isBefore(view.call, call));
    return last === undefined || states.includes(last.status);
  });
}

const isBesideAnother = (call: Call, trace: Trace): boolean => isBeside(call, trace, ['generating']);

/** A job with a question may go on at any time. */
const isAlone = (call: Call, trace: Trace): boolean =>
  !isBeside(call, trace, ['generating', 'awaiting_input', undefined]);

const durationOf = ({ exchange }: Call): number => exchange.endedAt - exchange.startedAt;

/** The median duration of other successful calls, in ms. */
const usualDuration = perTrace((trace) => {
  const durations = trace.succeeded
    .filter(({ operation }) => operation !== 'startGeneration')
    .map(durationOf)
    .sort((one, two) => one - two);
  return durations[Math.floor(durations.length / 2)] ?? 0;
});
