/** The rule about repeating refused requests. Section 7. */
import { withTime } from '../../../trace/request-times.js';
import { isAutomated } from '../automation.js';
import { clientRule, type ClientRule } from '../client-rule.js';

export const retryRules: readonly ClientRule[] = [
  clientRule({
    id: 'client/retries-only-what-is-transient',
    sections: ['7'],
    level: 'should',
    title: 'A client does not repeat a request that is permanently refused',
    reading:
      'A permanent refusal is any 4xx except 408, 409, 423, 425 and 429, without Retry-After. A person may try again: the rule judges only repetitions by a program.',
    hint: 'Repeat a request only after 429, 5xx or a network error. After another 4xx, show the error.',
    notReached: 'not seen: a request was permanently refused',
    check: ({ call, earlier, time, job, tightLoop, exchange }) => {
      if (!call || !earlier || earlier.refused.length === 0) return undefined;
      const tries = withTime(earlier.refused, time);
      const timing = { tightLoop, usualInterval: job?.usualInterval };
      const status = exchange.response?.status ?? 0;
      if (status < 400 || !isAutomated(tries, timing)) return 'kept';
      return {
        kind: 'warn',
        message: `the client repeats ${call.operation} although it is permanently refused`,
        expected: `no repetition after ${status}`,
        actual: `the same request at least ${tries.length} times in a row`,
        exchanges: tries.map(({ sequence }) => sequence),
      };
    },
  }),
];
