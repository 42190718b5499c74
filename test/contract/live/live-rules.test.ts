import { expect, test } from 'vitest';
import { judge, LiveRules, type LiveFinding } from '../../../src/contract/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { liberties } from '../../liberties/liberties.js';
import { mutants } from '../../mutants/mutants.js';
import { checkVariation } from '../proof.js';

const apart = (_: unknown, index: number): boolean => index % 20 === 5;

function live(exchanges: readonly Exchange[], baseUrl?: string): readonly LiveFinding[] {
  const rules = new LiveRules(baseUrl === undefined ? {} : { baseUrl });
  return exchanges.flatMap((exchange) => {
    rules.add(exchange);
    return rules.next();
  });
}

test.each(liberties.filter(apart))(
  'nothing is told of a service that makes another choice: $id',
  async ({ apply }) => {
    const { exchanges, report } = await checkVariation([apply]);
    expect(live(exchanges, report.target).filter(({ finding }) => finding.kind === 'fail')).toEqual([]);
  },
);

test.each(mutants.filter(apart))(
  'what is told while it happens stands in the end: $id',
  async ({ apply }) => {
    const { exchanges, report } = await checkVariation([apply]);
    const failing = judge(exchanges, { baseUrl: report.target }).filter(({ outcome }) => outcome === 'fail');
    const told = live(exchanges, report.target).filter(({ finding }) => finding.kind === 'fail');
    expect(failing.map(({ rule }) => rule.id)).toEqual(
      expect.arrayContaining(told.map(({ rule }) => rule.id)),
    );
  },
);

const headers = [['x-api-key', 'k']] as const;
const base = 'http://h.example/api/v1';
let clock = 0;

function poll(id: string, view: object): Exchange {
  clock += 10;
  return {
    sequence: clock,
    startedAt: clock,
    endedAt: clock + 5,
    request: { method: 'GET', url: `${base}/presentations/generate/${id}/status`, headers },
    response: {
      status: 200,
      headers: [['content-type', 'application/json']],
      body: { text: JSON.stringify({ generation_id: id, ...view }), bytes: 100 },
    },
  };
}

test('a job that moves after its end is told of at that poll, once, however often it does', () => {
  const failed = poll('a', { status: 'failed', error: 'no' });
  const back = poll('a', { status: 'generating' });
  const found = live([
    failed,
    back,
    poll('a', { status: 'generating' }),
    poll('b', { status: 'failed', error: 'no' }),
  ]);
  const terminal = found.filter(({ rule }) => rule.id === 'job/terminal-is-final');
  expect(terminal.map(({ exchange }) => exchange)).toEqual([back]);
});

test('jobs are judged apart, and long ones by their latest calls', () => {
  const rules = new LiveRules();
  for (let count = 1; count <= 100; count += 1)
    rules.add(poll('long', { status: 'generating', tokens_used: count }));
  rules.add(poll('other', { status: 'generating', tokens_used: 1 }));
  rules.add(poll('long', { status: 'generating', tokens_used: 7 }));
  const found = [...rules.next(), ...rules.next()];
  expect(rules.isWaiting).toBe(false);
  expect(found.map(({ rule }) => rule.id)).toEqual(['job/tokens-never-fall']);
});

test('what came without a key, or was refused, is left to the report', () => {
  const refused = { ...poll('a', {}), response: { status: 404, headers: [] } };
  const { response } = poll('a', { status: 'nonsense' });
  const unkeyed = {
    ...poll('a', {}),
    request: { ...poll('a', {}).request, headers: [] },
    ...(response && { response }),
  };
  expect(live([refused, unkeyed])).toEqual([]);
});
