/** What exceeding the rate answers. Sections 7 and 8. */
import type { Rule } from '../rule.js';
import type { Call } from '../trace/call.js';
import { perTrace } from '../trace/per-trace.js';
import { fail } from './judging.js';

/** So many successes in a row, then so many refusals in a row, of one request with one key: that is a limit. */
const fewestSuccesses = 5;
const fewestRefusals = 3;

export const limitRules: readonly Rule[] = [
  {
    id: 'limit/answers-429',
    sections: ['7', '8'],
    level: 'must',
    title: 'A client that exceeds the rate is answered 429',
    reading:
      'Whether there is a limit, and which, is open. Another status counts as one when the very request that has just ' +
      `succeeded ${fewestSuccesses} times or more is refused ${fewestRefusals} times or more in a row.`,
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
  let successes = 0;
  let refusals: Call[] = [];
  for (const call of trace.keyed('listTemplates')) {
    if (before && (before.by.key !== call.by.key || before.by.via !== call.by.via))
      [successes, refusals] = [0, []];
    before = call;
    if (call.ok) [successes, refusals] = [refusals.length > 0 ? 1 : successes + 1, []];
    else if (call.status >= 400 && call.status !== 429) refusals.push(call);
    if (successes < fewestSuccesses || refusals.length < fewestRefusals) continue;
    limited.push(...(refusals.length === fewestRefusals ? refusals : refusals.slice(-1)));
  }
  return limited;
});
