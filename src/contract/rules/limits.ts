/** The rule about the status of a rate limit. Sections 7 and 8. */
import type { Rule } from '../rule.js';
import type { Call } from '../../trace/call.js';
import { perTrace } from '../../trace/trace.js';
import { fail, warn } from './findings.js';
import { noLimit } from './reasons.js';

/** A rate limit is this many successes and then this many refusals in a row, of one request with one key. */
const MIN_SUCCESSES = 5;
const MIN_REFUSALS = 3;
/** Their maximum duration, in ms. It is short for 5xx, because a service may be down for a moment. */
const MAX_DURATION = { refused: 60_000, failed: 5_000 };

export const limitRules: readonly Rule[] = [
  {
    id: 'limit/answers-429',
    sections: ['7', '8'],
    level: 'must',
    title: 'A client that exceeds the rate limit gets 429',
    reading:
      'Whether a limit exists, and which, is open. The rule assumes a limit with another status when one request ' +
      `succeeds at least ${MIN_SUCCESSES} times and then is refused at least ${MIN_REFUSALS} times in a row within a minute. ` +
      'For 5xx the duration is five seconds, because a service may be down for a moment. 401 does not count, because a key may be revoked. ' +
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
export const limitedWithOtherStatus = perTrace((trace): readonly Call[] => {
  const limited: Call[] = [];
  let before: Call | undefined;
  let successes: Call[] = [];
  let refusals: Call[] = [];
  for (const call of trace.keyed('listTemplates')) {
    if (before && (before.by.key !== call.by.key || before.by.via !== call.by.via))
      [successes, refusals] = [[], []];
    before = call;
    if (call.ok) {
      refusals = [];
      successes.push(call);
      if (successes.length > MIN_SUCCESSES) successes.shift();
    }
    // A key may be revoked.
    else if (call.status >= 400 && call.status !== 401 && call.status !== 429) refusals.push(call);
    if (!isLimit(successes, refusals)) continue;
    limited.push(...(refusals.length === MIN_REFUSALS ? refusals : refusals.slice(-1)));
  }
  return limited;
});

function isLimit(successes: readonly Call[], refusals: readonly Call[]): boolean {
  const [first, last] = [successes[0], refusals[MIN_REFUSALS - 1]];
  if (!first || !last || successes.length < MIN_SUCCESSES) return false;
  const hasFailed = refusals.some(({ status }) => status >= 500);
  return (
    last.exchange.endedAt - first.exchange.startedAt <=
    (hasFailed ? MAX_DURATION.failed : MAX_DURATION.refused)
  );
}
