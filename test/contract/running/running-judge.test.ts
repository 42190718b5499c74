import { expect, test } from 'vitest';
import { RunningJudge } from '../../../src/contract/running/running-judge.js';
import { judge } from '../../../src/contract/judge.js';
import { keyMarks } from '../../../src/contract/key-marks.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import type { Judgement, Rule } from '../../../src/contract/rule.js';
import { rules } from '../../../src/contract/rules/all-rules.js';
import type { Trace } from '../../../src/contract/trace/trace.js';
import { base, journal, poll, start, type Spoken } from '../exchanges.js';
import { otherTraffic } from '../other-traffic.js';

const numbered = (exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.map((exchange, index) => ({ ...exchange, sequence: index + 1 }));

function judged(exchanges: readonly Exchange[], options?: ConstructorParameters<typeof RunningJudge>[0]) {
  const running = new RunningJudge(options);
  for (const exchange of exchanges) running.add(exchange);
  return running.finish();
}

const failed = ({ verdicts }: ReturnType<typeof judged>): readonly string[] =>
  verdicts.filter(({ outcome }) => outcome === 'fail').map(({ rule }) => rule.id);

test('traffic that fits gets the very verdicts of judge', () => {
  const exchanges = numbered(otherTraffic(base, { jobs: 20, from: 1.7e12, ids: 'x' }));
  expect(judged(exchanges).verdicts).toEqual(judge(exchanges));
  expect(judged([]).verdicts).toEqual(judge([]));
});

test('a long journal is judged in parts, and everything in it counts once', () => {
  const exchanges = numbered(otherTraffic(base, { jobs: 400, from: 1.7e12, ids: 'x' }));
  const { verdicts, evidence } = judged(exchanges, { limits: { calls: 300, characters: 1e9 } });
  const whole = judge(exchanges);
  expect(verdicts).toEqual(whole);
  expect([evidence.requests, evidence.jobs]).toEqual([exchanges.length, 400]);
  expect(evidence.census.views('completed')).toBe(400);
  expect(evidence.census.jobs('completed')).toBe(400);
});

test('services at two addresses do not know each other’s jobs', () => {
  const here = journal(start, poll({ status: 'generating' }));
  const there = here.map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, url: exchange.request.url.replace('api.', 'other.') },
  }));
  const both = numbered([...here, ...there]);
  expect(failed(judged(both))).toEqual([]);
  expect(judged(both).targets).toEqual([base, base.replace('api.', 'other.')]);
  // As if they were one, the id would have been given twice.
  expect(judge(both).find(({ rule }) => rule.id === 'start/ids-are-fresh')?.outcome).toBe('fail');
});

test('a job that is polled for ever takes no more room with time, and is judged to its end', () => {
  const polls = Array.from({ length: 20_000 }, (_, index) =>
    poll({ status: 'generating', tokens_used: index + 1 }),
  );
  const exchanges = journal(start, ...polls, poll({ status: 'generating', tokens_used: 3 }));
  const result = judged(exchanges, { limits: { calls: 500, characters: 1e9 } });
  expect(failed(result)).toEqual(['job/tokens-never-fall']);
  expect(result.evidence.census.views('generating')).toBe(20_001);
  expect(result.evidence.traces[0]?.polls.length).toBeLessThan(200);
});

/** So much that nothing is far from what it belongs to, that few calls are held in the end. */
const quiet = otherTraffic(base, { jobs: 450, from: 1.6e12, ids: 'quiet' });
const limits = { calls: 3000, characters: 1e9 };

/** So many jobs at once, each polled in its turn. */
function inTurn(jobs: number, rounds: number): readonly Exchange[] {
  const all = (make: (id: string) => Spoken): readonly Spoken[] =>
    Array.from({ length: jobs }, (_, index) => make(`g${index}`));
  const started = (id: string): Spoken => ({
    ...start,
    answer: {
      generation_id: id,
      status: 'generating',
      poll_url: `/api/v1/presentations/generate/${id}/status`,
    },
  });
  const polled = (id: string): Spoken => ({
    ask: `GET /presentations/generate/${id}/status`,
    answer: { generation_id: id, status: 'generating' },
  });
  return journal(...all(started), ...Array.from({ length: rounds }, () => all(polled)).flat());
}

/** So many decks, each fetched in its turn. */
function decksInTurn(decks: number, rounds: number): readonly Exchange[] {
  const fetched = (_: unknown, index: number): Spoken => {
    const id = `deck-${index % decks}`;
    return { ask: `GET /presentations/${id}`, answer: { id, title: 'T' } };
  };
  return journal(...Array.from({ length: decks * rounds }, fetched));
}

/** A rule that notes how many calls it is shown each time. */
function noting(seen: number[]): Rule {
  const judge = ({ calls }: Trace): Judgement => {
    seen.push(calls.length);
    return { checked: 0, findings: [], notReached: '' };
  };
  return { ...(rules[0] as Rule), judge };
}

test('a deck that is renamed for ever takes no more room with time', () => {
  const shown = (title: string) => ({ id: 'deck', title, workspace_id: 'ws_1', sections: [] });
  const renames = Array.from({ length: 12_000 }, (_, index): Spoken[] => {
    const title = `T${index}`;
    const renamed = { ask: 'PATCH /presentations/deck', sent: { title }, answer: shown(title) };
    return index % 10 > 0 ? [renamed] : [renamed, { ask: 'GET /presentations/deck', answer: shown(title) }];
  });
  const exchanges = journal(...renames.flat());
  const seen: number[] = [];
  judged(exchanges, { rules: [noting(seen)] });
  expect(Math.max(...seen)).toBeLessThan(6000);
  const whole = judge(exchanges).filter(({ outcome }) => outcome === 'fail');
  expect(failed(judged(exchanges))).toEqual(whole.map(({ rule }) => rule.id));
});

test('a service that gives every job one id is judged without all of its starts', () => {
  const exchanges = journal(...Array.from({ length: 4000 }, () => start));
  const seen: number[] = [];
  judged(exchanges, { rules: [noting(seen)], limits: { calls: 800, characters: 1e9 } });
  expect(Math.max(...seen)).toBeLessThan(300);
  expect(seen.length).toBeLessThan(100);
  expect(failed(judged(exchanges))).toContain('start/ids-are-fresh');
});

test('fewer calls are held where all that belongs together comes together', () => {
  const held: number[] = [];
  judged(numbered(quiet), { rules: [noting(held)], limits: { ...limits, calls: 2000 } });
  expect(held[0]).toBeGreaterThan(1000);
  // The last are those that are left in the end.
  expect(held.at(-2)).toBeLessThan(500);
});

test.each([
  ['hundreds of jobs that are polled in turn', inTurn(500, 4)],
  ['some jobs that are polled for long', inTurn(8, 150)],
  ['hundreds of decks that are fetched in turn', decksInTurn(300, 7)],
  ['dozens of decks that are fetched for long', decksInTurn(60, 40)],
])('%s are judged in one piece, also after long in which there was little to hold', (_, busy) => {
  const exchanges = numbered([...quiet, ...busy]);
  const { verdicts, notes } = judged(exchanges, { limits });
  expect(notes).toEqual([]);
  expect(verdicts).toEqual(judge(exchanges));
});

test('what comes back from further away than that comes back once', () => {
  const back = (rounds: number) =>
    judged(numbered([...quiet, ...decksInTurn(850, rounds)]), { limits }).notes;
  expect(back(2)).toEqual([expect.stringContaining('came back')]);
  expect(back(3)).toEqual(back(2));
});

test('a refusal before the first success of an operation is judged when that is known', () => {
  const refused = journal({ ask: 'GET /templates', key: 'none', status: 200, answer: [] });
  const noise = otherTraffic(base, { jobs: 100, from: 1.8e12, ids: 'x' });
  const exchanges = numbered([...refused, ...noise]);
  const result = judged(exchanges, { limits: { calls: 100, characters: 1e9 } });
  expect(failed(result)).toEqual(['keys/list-templates-refuses-no-key']);
});

test('what comes back after it was judged is said, and accuses nobody', () => {
  // The first of its kind would be kept, to stand for the others.
  const before = otherTraffic(base, { jobs: 4, from: 1.7e12 - 1e6, ids: 'w' });
  const noise = otherTraffic(base, { jobs: 100, from: 1.7e12 + 60_000, ids: 'x' });
  const done = poll({ status: 'failed', error: 'The upstream timed out' });
  const early = journal(start, poll({ status: 'generating' }), done);
  const late = journal(
    { ...done, from: 1e6, status: 404, answer: { error: 'gone' } },
    { ...done, from: 2e6 },
  );
  const result = judged(numbered([...before, ...early, ...noise, ...late]), {
    limits: { calls: 150, characters: 1e9 },
  });
  expect(failed(result)).toEqual([]);
  expect(result.notes).toEqual([expect.stringMatching(/^1 jobs or presentations came back/)]);
});

test('a finished job that comes back after a rename is judged with that rename, however much lay between', () => {
  const renamed = (id: string, from: number) => ({
    ask: `PATCH /presentations/${id}`,
    sent: { title: 'New' },
    answer: {},
    from,
  });
  const showing = (title: string) => poll({ status: 'completed', presentation: { id: 'p', title } });
  const failing = (_: unknown, index: number) => ({
    ask: `GET /presentations/generate/g${index}/status`,
    answer: { generation_id: `g${index}`, status: 'failed', error: 'no' },
    from: 100 + index,
  });
  const exchanges = journal(
    // Of the very first change nothing is forgotten, and of the first start nothing that hangs on it.
    renamed('other', -10),
    start,
    ...Array.from({ length: 8 }, () => showing('Old')),
    renamed('p', 60),
    ...Array.from({ length: 40 }, failing),
    { ...showing('New'), from: 900 },
  );
  const rule = 'presentation/stable-in-its-job';
  const limits = { calls: 6, characters: 1e9 };
  expect(failed(judged(exchanges, { limits }))).not.toContain(rule);
  const unexplained = exchanges.filter(({ request }) => request.method !== 'PATCH');
  expect(failed(judged(unexplained, { limits }))).toContain(rule);
});

test('keys that the recorder blurred are not taken for one workspace’s', () => {
  const shown = (id: string, workspace: string) => ({
    ask: `GET /presentations/${id}`,
    answer: { id, workspace_id: workspace },
  });
  const two = journal(shown('a', 'ws_1'), shown('b', 'ws_2'));
  expect(failed(judged(two))).toContain('workspace/one-for-each-key');
  const blurred = JSON.parse(
    JSON.stringify(two).replaceAll(keyMarks.first, '[REDACTED]'),
  ) as readonly Exchange[];
  expect(failed(judged(blurred))).not.toContain('workspace/one-for-each-key');
});
