/** Rules about rate limits. Sections 7 and 8. */
import { isSuccess, type Call } from '../model/call.js';
import type { Trace } from '../model/trace.js';
import type { Rule } from '../rule.js';
import { NO_RATE_LIMIT } from './not-covered.js';
import { keyPlaceholders } from '../model/key-placeholders.js';
import { description } from '../description.js';
import { createRule, violation } from './create-rule.js';

/** Consecutive successes and then rejections of one request with one key that show a rate limit. */
const MIN_SUCCESSES = 5;

const MIN_REJECTIONS = 3;

/** Their maximum duration, in ms. */
const MAX_BURST_MS = 5_000;

export const rateLimitRules: readonly Rule[] = [
  {
    id: 'rate-limit/returns-429',
    sections: ['7', '8'],
    level: 'must',
    title: 'Exceeding the rate limit returns 429',
    interpretation:
      'A rate limit is optional. A response counts as one if its body says so, if RateLimit-Remaining is 0 with Retry-After, or after ' +
      `${MIN_SUCCESSES} successes and ${MIN_REJECTIONS} rejections in a row within ${MAX_BURST_MS / 1000} s (except 401).`,
    judge: (trace) => ({
      checked: trace.unsuccessfulCalls.filter(({ status }) => status === 429).length,
      findings: [
        ...trace.calls.filter(({ rateLimitStatus }) => rateLimitStatus !== undefined),
        ...findUnnamedRateLimits(trace),
      ].map((call) =>
        violation('a rate limit returns another status than 429', {
          ...{ expected: 429, actual: call.rateLimitStatus ?? call.status, call },
          // By 7.2, the message may come from an upstream component.
          downgrade:
            call.rateLimitStatus === 502 || call.rateLimitStatus === 504
              ? 'it may be the limit of an upstream component'
              : undefined,
        }),
      ),
      notCovered: NO_RATE_LIMIT,
    }),
  },
  createRule({
    id: 'rate-limit/counts-each-key',
    sections: ['8'],
    level: 'should',
    title: 'The rate limit of one key does not affect another key',
    interpretation:
      'Warns if the other key gets 429 right after the first key, although it sent fewer requests in the minute before.',
    select: findRequestsAfterLimit,
    notCovered: 'no request with another key right after a 429',
    check: ({ call, limited }) =>
      call.status === 429
        ? violation('a key is limited right after another key', {
            expected: description('another status than 429'),
            actual: call.status,
            call,
            comparedWith: limited,
            downgrade: 'a gateway in front can do this, too',
          })
        : undefined,
  }),
];

const MINUTE_MS = 60_000;

/** The requests of the other key of a verify run that follow a 429 of the key under test. */
function findRequestsAfterLimit({
  calls,
}: Trace): readonly { readonly call: Call; readonly limited: Call }[] {
  const others = calls.filter(({ credential }) => credential.key === keyPlaceholders.other);
  return others.flatMap((call) => {
    const limited = calls[calls.indexOf(call) - 1];
    const isAfterLimit = limited?.status === 429 && limited.credential.key === keyPlaceholders.main;
    const since = call.exchange.startedAt - MINUTE_MS;
    const countRecent = (key: string): number =>
      calls.filter(({ credential, exchange }) => credential.key === key && exchange.startedAt >= since)
        .length;
    // The other key may have reached its own limit.
    const hasSentLess = countRecent(keyPlaceholders.other) < countRecent(keyPlaceholders.main);
    return isAfterLimit && hasSentLess ? [{ call, limited }] : [];
  });
}

/** The requests that a rate limit probably rejected with another status than 429. */
function findUnnamedRateLimits(trace: Trace): readonly Call[] {
  const calls = trace.callsWithValidKey('listTemplates');
  return calls.flatMap((_, index) =>
    findRateLimitIn(calls.slice(index, index + MIN_SUCCESSES + MIN_REJECTIONS)),
  );
}

/** The rejections by a rate limit, if exactly these calls exceed one. */
function findRateLimitIn(calls: readonly Call[]): readonly Call[] {
  const [first, last] = [calls[0], calls.at(-1)];
  const rejections = calls.slice(MIN_SUCCESSES);
  const isLimit =
    first &&
    last &&
    rejections.length === MIN_REJECTIONS &&
    calls.every(
      ({ credential }) =>
        credential.key === first.credential.key && credential.header === first.credential.header,
    ) &&
    calls.slice(0, MIN_SUCCESSES).every(isSuccess) &&
    // A key may be revoked.
    rejections.every(({ status }) => status >= 400 && status !== 401 && status !== 429) &&
    last.exchange.endedAt - first.exchange.startedAt <= MAX_BURST_MS;
  return isLimit ? rejections : [];
}
