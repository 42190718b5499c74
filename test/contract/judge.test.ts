import { describe, expect, test } from 'vitest';
import { clientRules, Judge, judge, type JudgeOptions } from '../../src/contract/index.js';
import { keyMarks } from '../../src/trace/key-marks.js';
import type { Rule } from '../../src/contract/rule.js';
import { rules } from '../../src/contract/rows/all-rows.js';
import type { Trace } from '../../src/trace/model.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { base, journal, poll, start, type ExchangeLine } from './exchanges.js';
import { otherTraffic } from './other-traffic.js';

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

const segment = (exchanges: number) => ({ segment: { exchanges } });

test('traffic of one segment gets the verdicts of all rules about it as a whole', () => {
  const exchanges = numbered(otherTraffic(base, { jobs: 20, from: 1.7e12, ids: 'x' }));
  expect(judged(exchanges).verdicts()).toEqual([
    ...judge(exchanges),
    ...judge(exchanges, { rules: clientRules }),
  ]);
  expect(judged([]).verdicts()).toEqual([...judge([]), ...judge([], { rules: clientRules })]);
});

test('exchanges can be added in the order in which they end', () => {
  const exchanges = numbered(otherTraffic(base, { jobs: 20, from: 1.7e12, ids: 'x' }));
  const byEnd = exchanges.toSorted((one, two) => one.endedAt - two.endedAt);
  expect(judged(byEnd).verdicts()).toEqual(judged(exchanges).verdicts());
});

describe('a journal of several segments', () => {
  const exchanges = numbered(otherTraffic(base, { jobs: 100, from: 1.7e12, ids: 'x' }));

  test('counts every request once and has no failure', () => {
    const traffic = judged(exchanges, segment(150));
    const { requests, jobs, coverage } = traffic.evidence();
    expect([requests, jobs]).toEqual([exchanges.length, 100]);
    expect(coverage.objects('completed')).toBe(judged(exchanges).evidence().coverage.objects('completed'));
    expect(failed(traffic)).toEqual([]);
  });

  test('has a note that violations across segments are not judged', () => {
    const [note] = judged(exchanges, segment(150)).report({ tool, target: 'x' }).notes;
    expect(note).toMatch(/judged in \d+ segments; .* were not judged/);
    expect(judged(exchanges).report({ tool, target: 'x' }).notes).not.toContain(note);
  });

  test('is judged by each rule one segment at a time', () => {
    const seen: number[] = [];
    const recorder: Rule = {
      ...(rules[0] as Rule),
      judge: ({ calls }: Trace) => {
        seen.push(calls.length);
        return { checked: 0, findings: [], notReached: '' };
      },
    };
    judged(exchanges, { rules: [recorder], ...segment(150) }).verdicts();
    expect(Math.max(...seen)).toBeLessThan(170);
    expect(seen).toHaveLength(Math.ceil(exchanges.length / 150));
  });

  test('ends a segment early when its bodies are large', () => {
    const traffic = judged(exchanges, { segment: { characters: 20_000 } });
    expect(traffic.report({ tool, target: 'x' }).notes[0]).toMatch(/segments/);
  });

  test('adds up findings and cites exchanges of every segment', () => {
    const broken = exchanges.map((exchange) =>
      exchange.request.url.endsWith('/status') && exchange.sequence % 40 === 0
        ? { ...exchange, response: { status: 200, headers: [], body: { text: '{}', bytes: 2 } } }
        : exchange,
    );
    const { rules: ruled, exchanges: cited } = judged(broken, segment(200)).report({ tool, target: 'x' });
    const failing = ruled.filter(({ outcome }) => outcome === 'fail');
    expect(failing.length).toBeGreaterThan(0);
    for (const { findings } of failing)
      for (const { exchange = -1 } of findings)
        expect(cited.map(({ sequence }) => sequence)).toContain(exchange);
  });

  test('a job that continues in the next segment does not fail there without a violation', () => {
    const polls = Array.from({ length: 8 }, (_, index) =>
      poll({ status: 'generating', tokens_used: index + 1 }),
    );
    const done = poll({ status: 'failed', error: 'The upstream timed out' });
    expect(failed(judged(journal(start, ...polls, done), segment(5)))).toEqual([]);
    const fallen = poll({ status: 'generating', tokens_used: 1 });
    expect(failed(judged(journal(start, ...polls, fallen), segment(5)))).toEqual(['job/tokens-never-fall']);
  });

  test('a finding about a client counts its occurrences in all segments', () => {
    const loop = Array.from({ length: 40 }, (_, index) =>
      poll({ status: 'generating' }, { from: index / 10, to: index / 10 + 0.05 }),
    ).map((line): ExchangeLine => ({ ...line, key: 'first' }));
    const exchanges = JSON.parse(
      JSON.stringify(journal(...loop)).replaceAll(keyMarks.first, '[redacted 1a2b3c4d]'),
    ) as readonly Exchange[];
    const find = (traffic: Judge) =>
      traffic.verdicts().find(({ rule }) => rule.id === 'client/never-polls-in-a-tight-loop');
    expect(find(judged(exchanges, segment(20)))?.findings).toMatchObject([{ kind: 'fail', times: 28 }]);
    expect(find(judged(exchanges))?.findings).toMatchObject([{ kind: 'fail', times: 34 }]);
  });

  test('later segments know about a change that can still take effect', () => {
    const shown = (title: string, from: number): ExchangeLine => ({
      request: 'GET /presentations/p',
      received: { id: 'p', title, workspace_id: 'w', sections: [] },
      from,
    });
    const late: ExchangeLine = {
      request: 'PATCH /presentations/p',
      sent: { title: 'New' },
      status: 504,
      from: 1,
    };
    const after = [2, 3, 4, 5].map((from) => shown('Old', from));
    const exchanges = journal(shown('Old', 0), late, ...after, shown('New', 6), shown('New', 7));
    expect(failed(judged(exchanges, segment(3)))).not.toContain('presentation/stable-when-fetched');
    const without = numbered(exchanges.filter(({ request }) => request.method !== 'PATCH'));
    expect(failed(judged(without, segment(6)))).toContain('presentation/stable-when-fetched');
  });
});

test('services at two addresses are judged separately', () => {
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
  expect(judge(both).find(({ rule }) => rule.id === 'start/ids-are-fresh')?.outcome).toBe('warn');
});

test('requests to more than eight services are counted but not judged', () => {
  const hosts = Array.from({ length: 10 }, (_, index) => `http://h${index}.example/api/v1/templates`);
  const [list] = journal({ request: 'GET /templates', received: [] });
  const exchanges = hosts.map((url) => ({
    ...(list as Exchange),
    request: { ...(list as Exchange).request, url },
  }));
  expect(judged(numbered(exchanges)).report({ tool, target: 'x' }).notes).toEqual([
    expect.stringMatching(/^not judged: 2 requests to other base addresses/),
    expect.any(String),
  ]);
});

test('a segment is judged in small steps', () => {
  const exchanges = numbered(otherTraffic(base, { jobs: 20, from: 1.7e12, ids: 'x' }));
  const traffic = judged(exchanges, segment(exchanges.length));
  let steps = 0;
  while (traffic.isWaiting) {
    traffic.step();
    steps++;
  }
  expect(steps).toBeGreaterThan(rules.length);
  expect(traffic.verdicts()).toEqual(judged(exchanges).verdicts());
});
