/** What exceeding the rate answers. Sections 7 and 8. */
import type { Rule } from '../rule.js';
import type { Call } from '../trace/call.js';
import { perTrace } from '../trace/per-trace.js';
import { fail } from './judging.js';

/** So many successes in a row, then so many refusals in a row, of one request with one key: that is a limit. */
const fewestSuccesses = 5;
const fewestRefusals = 3;
/** Ms that they lie in at the most. A service that is down for a moment answers 5xx; to a client in a hurry it is a limit. */
const within = { refused: 60_000, failed: 5_000 };

export const limitRules: readonly Rule[] = [
  {
    id: 'limit/answers-429',
    sections: ['7', '8'],
    level: 'must',
    title: 'A client that exceeds the rate is answered 429',
    reading:
      'Whether there is a limit, and which, is open. Another status counts as one when the very request that has just ' +
      `succeeded ${fewestSuccesses} times or more is refused ${fewestRefusals} times or more in a row, within a minute; ` +
      'within five seconds where the status is 5xx, as a service may be down for a moment. 401 is none: a key may be revoked.',
    judge: (trace) => {
      const other = limitedOtherwise(trace)[0];
      const details = { expected: 429, actual: other?.status, ...(other && { call: other }) };
      const findings = other ? [fail('a rate limit answers with another status than 429', details)] : [];
      const limited = trace.unusual.filter((call) => call.status === 429).length;
      return { checked: limited, findings, notReached: 'no limit was met (--probe-rate-limit)' };
    },
  },
];

/** The requests that a limit seems to have refused, with another status than the documented one. */
export const limitedOtherwise = perTrace((trace): readonly Call[] => {
  const limited: Call[] = [];
  let before: Call | undefined;
  let successes: Call[] = [];
  let refusals: Call[] = [];
  for (const call of trace.keyed('listTemplates')) {
    if (before && (before.by.key !== call.by.key || before.by.via !== call.by.via))
      [successes, refusals] = [[], []];
    before = call;
    if (call.ok) {
      if (refusals.length > 0) [successes, refusals] = [[], []];
      successes.push(call);
      if (successes.length > fewestSuccesses) successes.shift();
    }
    // A key may be revoked.
    else if (call.status >= 400 && call.status !== 401 && call.status !== 429) refusals.push(call);
    if (!isLimit(successes, refusals)) continue;
    limited.push(...(refusals.length === fewestRefusals ? refusals : refusals.slice(-1)));
  }
  return limited;
});

function isLimit(successes: readonly Call[], refusals: readonly Call[]): boolean {
  const [first, last] = [successes[0], refusals[fewestRefusals - 1]];
  if (!first || !last || successes.length < fewestSuccesses) return false;
  const hasFailed = refusals.some(({ status }) => status >= 500);
  return last.exchange.endedAt - first.exchange.startedAt <= (hasFailed ? within.failed : within.refused);
}
