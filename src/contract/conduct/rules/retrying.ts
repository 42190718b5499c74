/** What is worth asking again. Section 7. */
import { keep } from '../moments.js';
import { isPersistent } from '../persistence.js';
import type { ConductRule } from '../rule.js';

export const retryRules: readonly ConductRule[] = [
  {
    id: 'client/retries-only-what-is-transient',
    sections: ['7'],
    level: 'should',
    title: 'A client does not repeat a request that is refused for good',
    reading:
      'For good: any 4xx but 408, 409, 423, 425, 429, and none that has a Retry-After. A person may try again; what goes on by the clock is a program.',
    hint: 'Repeat a request after 429, 5xx or a network error only. After another 4xx, show what is wrong.',
    notReached: 'no request was refused for good',
    judge: ({ call, target, moment, job, bounds, exchange }) => {
      if (!call || !target || target.refused.length === 0) return undefined;
      const tries = [...target.refused];
      keep(tries, moment);
      const habits = { tightLoop: bounds.tightLoop, rhythm: job?.rhythm };
      const status = exchange.response?.status ?? 0;
      if (status < 400 || !isPersistent(tries, habits)) return 'kept';
      return {
        kind: 'warn',
        message: `${call.operation} is repeated though it is refused for good`,
        expected: `no repetition after ${status}`,
        actual: `the same request ${tries.length} times or more in a row`,
        exchanges: tries.map(({ sequence }) => sequence),
      };
    },
  },
];
