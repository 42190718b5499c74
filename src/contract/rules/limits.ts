/** The rule about the status of a rate limit. Sections 7 and 8. */
import type { Rule } from '../rule.js';
import { isOk, type Call } from '../../trace/call.js';
import type { Trace } from '../../trace/trace.js';
import { fail, warn } from './findings.js';
import { noLimit } from './reasons.js';

/** A rate limit is this many successes and then this many refusals in a row, of one request with one key. */
const MIN_SUCCESSES = 5;
const MIN_REFUSALS = 3;
/** Their maximum duration, in ms. */
const MAX_DURATION = 5_000;

export const limitRules: readonly Rule[] = [
  {
    id: 'limit/answers-429',
    sections: ['7', '8'],
    level: 'must',
    title: 'A client that exceeds the rate limit gets 429',
    reading:
      'Whether a limit exists, and which, is open. The rule assumes a limit with another status when one request ' +
      `succeeds at least ${MIN_SUCCESSES} times and then is refused at least ${MIN_REFUSALS} times in a row, all within ${MAX_DURATION / 1000} s. ` +
      '401 does not count, because a key may be revoked. ' +
      'A response whose body names a rate limit, or that has no request left and a Retry-After, is one of a limit, whatever its status, ' +
      'and no other rule judges it. With 502 or 504 it may be the limit of an upstream component: this is a warning.',
    judge: (trace) => {
      const others = [...trace.calls.filter(isNamed), ...limitedWithOtherStatus(trace)];
      const findings = others.map((call) =>
        (mayBeUpstream(call) ? warn : fail)('a rate limit uses another status than 429', {
          expected: 429,
          actual: call.limited ?? call.status,
          call,
        }),
      );
      const limited = trace.otherCalls.filter((call) => call.status === 429).length;
      return { checked: limited, findings, notReached: noLimit };
    },
  },
];

/** Whether the limit may be one that the service itself met: 502 and 504 are about an upstream component, and 7.2 passes on its texts. */
const mayBeUpstream = ({ limited }: Call): boolean => limited === 502 || limited === 504;

const isNamed = ({ limited }: Call): boolean => limited !== undefined;

/** The requests that a rate limit probably refused, with another status than 429. */
function limitedWithOtherStatus(trace: Trace): readonly Call[] {
  const calls = trace.keyed('listTemplates');
  return calls.flatMap((_, index) => limitFrom(calls.slice(index, index + MIN_SUCCESSES + MIN_REFUSALS)));
}

/** The refusals of a limit, if exactly these calls meet one. */
function limitFrom(calls: readonly Call[]): readonly Call[] {
  const [first, last] = [calls[0], calls.at(-1)];
  const refusals = calls.slice(MIN_SUCCESSES);
  const isLimit =
    first &&
    last &&
    refusals.length === MIN_REFUSALS &&
    calls.every(({ by }) => by.key === first.by.key && by.via === first.by.via) &&
    calls.slice(0, MIN_SUCCESSES).every(isOk) &&
    refusals.every(isRefusal) &&
    last.exchange.endedAt - first.exchange.startedAt <= MAX_DURATION;
  return isLimit ? refusals : [];
}

/** A key may be revoked. */
const isRefusal = ({ status }: Call): boolean => status >= 400 && status !== 401 && status !== 429;
