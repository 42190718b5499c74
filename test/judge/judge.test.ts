import { describe, expect, test } from 'vitest';
import { clientRules, Judge, judge, type JudgeOptions } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { base, journal, poll, start } from './build-journal.js';
import { mutants } from '../mutants/mutants.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';

/** The traffic of a conforming service. */
const { exchanges } = await verifyInVirtualTime([], ['question']);

const tool = { name: 'deckhand', version: '0' };

const numbered = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.map((exchange, index) => ({ ...exchange, sequence: index + 1 }));

function judged(exchanges: readonly Exchange[], options: JudgeOptions = {}): Judge {
  const traffic = new Judge(options);
  for (const exchange of exchanges) traffic.add(exchange);
  return traffic;
}

const failed = (traffic: Judge): readonly string[] =>
  traffic
    .verdicts()
    .filter(({ outcome }) => outcome === 'fail')
    .map(({ rule }) => rule.id);

test('traffic gets the verdicts of all rules about it as a whole', () => {
  expect(judged(exchanges).verdicts()).toEqual([
    ...judge(exchanges),
    ...judge(exchanges, { rules: clientRules }),
  ]);
  expect(judged([]).verdicts()).toEqual([...judge([]), ...judge([], { rules: clientRules })]);
});

test('exchanges can be added in the order in which they end', () => {
  const byEnd = exchanges.toSorted((one, two) => one.endedAt - two.endedAt);
  expect(judged(byEnd).verdicts()).toEqual(judged(exchanges).verdicts());
});

describe('a journal with more exchanges than the maximum', () => {
  const first = exchanges.slice(0, 40);

  test('is judged by its first ones, and is incomplete', () => {
    const traffic = judged(exchanges, { maxExchanges: 40 });
    expect(traffic.verdicts()).toEqual(judged(first).verdicts());
    const { outcome, requests, reason } = traffic.report({ tool, target: 'x' });
    expect({ outcome, requests, reason }).toEqual({
      outcome: 'incomplete',
      requests: 40,
      reason: `the first 40 requests were judged, the next ${exchanges.length - 40} requests were not`,
    });
  });

  test('has a limit for the characters of its bodies, too', () => {
    const traffic = judged(exchanges, { maxCharacters: 1 });
    expect(traffic.report({ tool, target: 'x' }).requests).toBe(1);
  });

  test('still fails for a violation in its first ones', () => {
    const fallen = poll({ status: 'generating', tokens_used: 1 });
    const broken = journal(start, poll({ status: 'generating', tokens_used: 2 }), fallen, fallen);
    expect(judged(broken, { maxExchanges: 3 }).report({ tool, target: 'x' }).outcome).toBe('fail');
  });
});

test('findings cite their exchanges', async () => {
  const mutant = mutants.find(({ id }) => id === 'status-missing');
  const broken = (await verifyInVirtualTime(mutant ? [mutant.hooks] : [])).exchanges;
  const { rules: ruled, exchanges: cited } = judged(broken).report({ tool, target: 'x' });
  const failing = ruled.filter(({ outcome }) => outcome === 'fail');
  expect(failing.length).toBeGreaterThan(0);
  const shown = failing.flatMap(({ findings }) => findings.map(({ exchange }) => exchange));
  expect(cited.map(({ sequence }) => sequence)).toEqual(expect.arrayContaining(shown));
});

test('services at two URLs are judged separately', () => {
  const here = journal(start, poll({ status: 'generating' }));
  const there = here.map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, url: exchange.request.url.replace('api.', 'other.') },
  }));
  const both = numbered([...here, ...there]);
  expect(failed(judged(both))).toEqual([]);
  expect(judged(both).report({ tool, target: 'x' }).target).toBe(
    [base, base.replace('api.', 'other.')].join(', '),
  );
  // One service would have returned the id twice.
  expect(judge(both).find(({ rule }) => rule.id === 'start/unique-generation-id')?.outcome).toBe('warn');
});

test('requests to more than eight services are counted but not judged', () => {
  const hosts = Array.from({ length: 10 }, (_, index) => `http://h${index}.example/api/v1/templates`);
  const [list] = journal({ request: 'GET /templates', received: [] });
  const exchanges = hosts.map((url) => ({
    ...(list as Exchange),
    request: { ...(list as Exchange).request, url },
  }));
  expect(judged(numbered(exchanges)).report({ tool, target: 'x' }).notes).toEqual([
    expect.stringMatching(/^not judged: 2 requests to other base URLs/),
    expect.any(String),
  ]);
});
