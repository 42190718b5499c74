/** The rule about the duration of a start: it does not wait for the job. Section 1. */
import type { Rule } from '../rule.js';
import { isKeyed, type Call } from '../../trace/call.js';
import { perTrace } from '../../trace/trace.js';
import { checkEach, observed, warn } from './findings.js';
import { noStart } from './reasons.js';
import { inWords } from '../words.js';

/** Ms. */
const LONG = 5_000;

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
];

const durationOf = ({ exchange }: Call): number => exchange.endedAt - exchange.startedAt;

/** The median duration of other successful calls, in ms. */
const usualDuration = perTrace((trace) => {
  const durations = trace.succeeded
    .filter(({ operation }) => operation !== 'startGeneration')
    .map(durationOf)
    .sort((one, two) => one - two);
  return durations[Math.floor(durations.length / 2)] ?? 0;
});
