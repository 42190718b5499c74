import { describe, expect, it } from 'vitest';
import {
  clientRules,
  judge,
  LiveJudge,
  type JudgeOptions,
  type LiveFinding,
  type Rule,
} from '../../../src/judge/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { poll, started, traffic, type RequestLine } from '../build-client-journal.js';
import { description } from '../../../src/judge/description.js';

const verdictsOf = (exchanges: readonly Exchange[], options: JudgeOptions = {}) =>
  judge(exchanges, { rules: clientRules, ...options });

const completed = (...times: readonly number[]) => times.map((at) => poll(at, 'completed'));
const STOPS = 'client/stops-polling-when-completed';

const brokenIn = (exchanges: readonly Exchange[], options = {}): readonly string[] =>
  verdictsOf(exchanges, options)
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
    .map(({ rule }) => rule.id);

describe('watching clients', () => {
  it('reports a rule once for each client, and counts all occurrences', () => {
    const times = [3, 6, 9, 12, 15, 18, 21];
    const both = ['app/1.0', 'cron/2'].flatMap((agent) => [
      ...[started, poll(1), poll(4)].map((one) => ({ ...one, agent })),
      ...completed(...times.map((at) => at + 4)).map((one) => ({ ...one, agent })),
    ]);
    const exchanges = traffic(...both.toSorted((one, other) => one.at - other.at));
    const reported = watched(exchanges);
    expect(reported.map(({ rule, finding }) => [rule.id, finding.client])).toEqual([
      [STOPS, 'app/1.0, key 1a2b3c4d'],
      [STOPS, 'cron/2, key 1a2b3c4d'],
    ]);
    const verdict = verdictsOf(exchanges).find(({ rule }) => rule.id === STOPS);
    // Each poll after the end counts once: in `actual`, and as a violating exchange.
    expect(verdict?.findings.map(({ actual, count: often }) => [actual, often])).toEqual(
      Array(2).fill([description('6 more polls, the last after 18 s'), undefined]),
    );
    expect(verdict?.findings.map(({ violatingExchanges }) => violatingExchanges?.length)).toEqual([4, 4]);
    expect(verdict?.findings[0]?.violatingExchanges?.at(-1)).toBe(
      exchanges.findLast(({ request: { headers } }) => headers.some(([, value]) => value === 'app/1.0'))
        ?.sequence,
    );
  });

  it('cites the exchanges from the end of the job to the decisive poll', () => {
    const [finding] = watchAll(started, poll(1), poll(4), ...completed(7, 10, 13, 16));
    expect(finding).toMatchObject({ exchange: 7, evidence: [4, 5, 6, 7], severity: 'fail' });
    expect(finding?.actual).toEqual(description('3 more polls, the last after 9 s'));
  });

  it('covers no rule in a journal of another API', () => {
    const verdicts = verdictsOf(traffic({ request: 'GET https://shop.example/cart', at: 0 }));
    expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['not-covered']));
    for (const { reason } of verdicts) expect(reason?.text).toMatch(/^no|^nothing/);
  });

  it('ignores intervals on a controlled clock, unless the clients share the clock', () => {
    const loop = Array.from({ length: 12 }, (_, index) =>
      poll(1 + index / 10, 'generating', { clockChanged: true }),
    );
    expect(brokenIn(traffic(started, ...loop))).toEqual([]);
    expect(brokenIn(traffic(started, ...loop), { timersFollowClock: true })).toEqual([
      'client/no-tight-polling-loop',
    ]);
  });

  it('distinguishes clients by key, user agent and page', () => {
    const fast = (more: object) => Array.from({ length: 4 }, (_, index) => ({ ...poll(index / 4), ...more }));
    const other = ['authorization', 'Bearer [redacted 99999999]'] as const;
    const kinds = [{}, { headers: [other] }, { agent: 'cron/2' }, { page: 'page_2' }].flatMap(fast);
    expect(brokenIn(traffic(...kinds.toSorted((one, two) => one.at - two.at)))).toEqual([]);
  });

  it('gives only a rule with a bug the outcome error', () => {
    const broken: Rule = {
      ...(clientRules[0] as Rule),
      id: 'client/broken',
      judge: () => {
        throw new Error('a bug');
      },
    };
    const verdicts = verdictsOf(traffic(started), { rules: [broken, ...clientRules] });
    expect(verdicts[0]).toMatchObject({
      outcome: 'error',
      reason: { text: 'the rule has a bug: Error: a bug' },
    });
    expect(verdicts.slice(1).filter(({ outcome }) => outcome === 'error')).toEqual([]);
  });

  it('never shows a key of a journal that is not redacted', () => {
    const key = 'a-secret-of-a-user';
    const raw = traffic({ request: `GET /templates?api_key=${key}`, at: 0, headers: [['x-api-key', key]] });
    const verdicts = verdictsOf(raw);
    expect(verdicts.filter(({ outcome }) => outcome === 'fail')).toHaveLength(1);
    expect(JSON.stringify(verdicts)).not.toContain(key);
  });
});

function watched(exchanges: readonly Exchange[]): readonly LiveFinding[] {
  const found: LiveFinding[] = [];
  const live = new LiveJudge(clientRules, {}, (one) => found.push(one));
  for (const exchange of exchanges) {
    live.add(exchange);
    live.runStep();
  }
  return found;
}

const watchAll = (...lines: readonly RequestLine[]) =>
  watched(traffic(...lines)).map(({ finding }) => finding);
