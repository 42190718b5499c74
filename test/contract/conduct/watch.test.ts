import { describe, expect, it } from 'vitest';
import { conductRules, judgeConduct, watchConduct, type ConductRule } from '../../../src/contract/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { KEY, poll, started, traffic, type Said } from './traffic.js';

const completed = (...times: readonly number[]) => times.map((at) => poll(at, 'completed'));
const STOPS = 'client/stops-when-completed';

const brokenIn = (exchanges: readonly Exchange[], options = {}): readonly string[] =>
  judgeConduct(exchanges, options)
    .filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')
    .map(({ rule }) => rule.id);

describe('watching clients', () => {
  it('tells a rule once for each client, and counts what follows', () => {
    const watch = watchConduct();
    const times = [3, 6, 9, 12, 15, 18, 21];
    const both = ['app/1.0', 'cron/2'].flatMap((agent) => [
      ...[started, poll(1), poll(4)].map((one) => ({ ...one, agent })),
      ...completed(...times.map((at) => at + 4)).map((one) => ({ ...one, agent })),
    ]);
    const told = traffic(...both.toSorted((one, other) => one.at - other.at)).flatMap((one) =>
      watch.see(one),
    );
    expect(told.map(({ rule, finding }) => [rule.id, finding.client])).toEqual([
      [STOPS, 'app/1.0, key 1a2b3c4d'],
      [STOPS, 'cron/2, key 1a2b3c4d'],
    ]);
    const verdict = watch.verdicts().find(({ rule }) => rule.id === STOPS);
    expect(verdict?.findings.map(({ times: often }) => often)).toEqual([4, 4]);
  });

  it('names the exchanges that show it, from the view that was the end to the poll that gave it away', () => {
    const [finding] = watchAll(started, poll(1), poll(4), ...completed(7, 10, 13, 16));
    expect(finding).toMatchObject({ exchange: 7, exchanges: [4, 5, 6, 7], kind: 'fail' });
    expect(finding?.actual).toBe('3 more, the last 9 s after it');
  });

  it('reaches no rule in a journal of something else', () => {
    const verdicts = judgeConduct(traffic({ ask: 'GET https://shop.example/cart', at: 0 }));
    expect(new Set(verdicts.map(({ outcome }) => outcome))).toEqual(new Set(['not-reached']));
    for (const { reason } of verdicts) expect(reason).toMatch(/^no|^nothing/);
  });

  it('says nothing of intervals that somebody steered, unless the clients ran by that clock', () => {
    const loop = Array.from({ length: 12 }, (_, index) =>
      poll(1 + index / 10, 'generating', { steered: true }),
    );
    expect(brokenIn(traffic(started, ...loop))).toEqual([]);
    expect(brokenIn(traffic(started, ...loop), { sharedClock: true })).toEqual([
      'client/never-polls-in-a-tight-loop',
    ]);
  });

  it('takes the exchanges of other keys, agents and pages for those of other clients', () => {
    const fast = (more: object) => Array.from({ length: 4 }, (_, index) => ({ ...poll(index / 4), ...more }));
    const other = ['authorization', 'Bearer [redacted 99999999]'] as const;
    const kinds = [{}, { headers: [other] }, { agent: 'cron/2' }, { page: 'page_2' }].flatMap(fast);
    expect(brokenIn(traffic(...kinds.toSorted((one, two) => one.at - two.at)))).toEqual([]);
  });

  it('loses the verdict of a rule that is broken itself, and no other', () => {
    const broken: ConductRule = {
      ...(conductRules[0] as ConductRule),
      id: 'client/broken',
      judge: () => {
        throw new Error('a bug');
      },
    };
    const verdicts = judgeConduct(traffic(started), { rules: [broken, ...conductRules] });
    expect(verdicts[0]).toMatchObject({ outcome: 'error', reason: 'the rule itself failed: Error: a bug' });
    expect(verdicts.slice(1).filter(({ outcome }) => outcome === 'error')).toEqual([]);
  });

  it('shows no key that stands in a journal as it is', () => {
    const key = 'a-secret-of-somebody';
    const raw = traffic({ ask: `GET /templates?api_key=${key}`, at: 0, headers: [['x-api-key', key]] });
    const verdicts = judgeConduct(raw);
    expect(verdicts.filter(({ outcome }) => outcome === 'fail')).toHaveLength(1);
    expect(JSON.stringify(verdicts)).not.toContain(key);
  });

  it('remembers no more clients, jobs and requests than it is told to', () => {
    const watch = watchConduct({ remembered: 20 });
    const jobs = Array.from({ length: 3000 }, (_, job) => ({
      ...poll(job),
      ask: `GET /presentations/generate/g${job}/status`,
      agent: `app/${job % 700}`,
      headers: [KEY],
      status: job % 3 === 0 ? 503 : 200,
    }));
    for (const exchange of traffic(...jobs)) watch.see(exchange);
    for (const exchange of traffic(started, poll(1), poll(4), ...completed(7, 10, 13, 16, 19)))
      watch.see(exchange);
    expect(watch.verdicts().find(({ rule }) => rule.id === STOPS)?.outcome).toBe('fail');
  });
});

function watchAll(...lines: readonly Said[]) {
  const watch = watchConduct();
  return traffic(...lines).flatMap((exchange) => watch.see(exchange).map(({ finding }) => finding));
}
