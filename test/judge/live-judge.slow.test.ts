import { expect, test } from 'vitest';
import { judge, LiveJudge, serviceRules, type LiveFinding } from '../../src/judge/index.js';
import type { Exchange } from '../../src/journal/exchange.js';
import { variants } from '../variants/variants.js';
import { mutants } from '../mutants/mutants.js';
import { journal, presentation, type ExchangeLine } from './build-journal.js';
import { verifyInVirtualTime } from '../verify/virtual-time-run.js';

const sample = (_: unknown, index: number): boolean => index % 40 === 5;

/** A judge of the last exchanges, with what it found so far. */
function liveJudge(baseUrl?: string): { readonly judge: LiveJudge; readonly found: LiveFinding[] } {
  const found: LiveFinding[] = [];
  const judge = new LiveJudge(serviceRules, baseUrl === undefined ? {} : { baseUrl }, (one) =>
    found.push(one),
  );
  return { judge, found };
}

function live(exchanges: readonly Exchange[], baseUrl?: string): readonly LiveFinding[] {
  const { judge: window, found } = liveJudge(baseUrl);
  for (const [index, exchange] of exchanges.entries()) {
    window.add(exchange);
    // Traffic often adds several exchanges before the next step; the first ones matter most.
    if (index < 10 || index % 4 === 0) window.runStep();
  }
  window.judgeAll();
  return found;
}

test.each(variants.filter(sample))(
  'a service with another allowed choice gets no live failure: $id',
  async ({ hooks }) => {
    const { exchanges, report } = await verifyInVirtualTime([hooks]);
    expect(live(exchanges, report.target).filter(({ finding }) => finding.severity === 'fail')).toEqual([]);
  },
);

test.each(mutants.filter(sample))('the report contains each live failure: $id', async ({ hooks }) => {
  const { exchanges, report } = await verifyInVirtualTime([hooks]);
  const failing = judge(exchanges, { baseUrl: report.target }).filter(({ outcome }) => outcome === 'fail');
  const reported = live(exchanges, report.target).filter(({ finding }) => finding.severity === 'fail');
  expect(failing.map(({ rule }) => rule.id)).toEqual(
    expect.arrayContaining(reported.map(({ rule }) => rule.id)),
  );
});

/** The next exchange: a poll of this job. */
let count = 0;
function poll(id: string, view: object, more: Partial<ExchangeLine> = {}): Exchange {
  count += 1;
  const request = `GET /presentations/generate/${id}/status`;
  const line = { request, received: { generation_id: id, ...view }, from: count, ...more };
  return { ...(journal(line)[0] as Exchange), sequence: count };
}

test('a job that changes after its end is reported once, at the first such poll', () => {
  const failed = poll('a', { status: 'failed', error: 'no' });
  const back = poll('a', { status: 'generating' });
  const found = live([
    failed,
    back,
    poll('a', { status: 'generating' }),
    poll('b', { status: 'failed', error: 'no' }),
  ]);
  const terminal = found.filter(({ rule }) => rule.id === 'job/terminal-status-is-final');
  expect(terminal.map(({ exchange }) => exchange)).toEqual([back]);
});

test('the window holds the last 1,000 exchanges', () => {
  const { judge: window, found } = liveJudge();
  window.add(poll('long', { status: 'generating', tokens_used: 9 }));
  for (let count = 1; count < 1000; count += 1)
    window.add(poll('other', { status: 'generating', tokens_used: count }));
  window.judgeAll();
  window.add(poll('long', { status: 'generating', tokens_used: 7 }));
  window.judgeAll();
  // The first exchange has left the window, so the last one contradicts nothing.
  expect(found).toEqual([]);
  window.add(poll('long', { status: 'generating', tokens_used: 6 }));
  window.judgeAll();
  expect(found.map(({ rule }) => rule.id)).toEqual(['job/tokens-used-never-decreases']);
  expect(window.hasNextStep).toBe(false);
});

test('an exchange waits for exchanges that started before it and have not ended', () => {
  const shown = (title: string) =>
    poll('a', {}, { request: 'GET /presentations/p', received: { ...presentation, title } });
  const [before, after] = [shown('Old'), shown('New')];
  const patch = poll('a', {}, { request: 'PATCH /presentations/p', sent: { title: 'New' }, received: {} });
  const between = { ...patch, startedAt: before.startedAt + 600, endedAt: after.endedAt + 1 };
  const { judge: window, found } = liveJudge();
  window.add({ ...before, sequence: 1 });
  window.add({ ...after, sequence: 3 });
  window.runStep();
  window.add({ ...between, sequence: 2 });
  window.runStep();
  const fails = found.filter(({ finding }) => finding.severity === 'fail');
  expect(fails.map(({ rule }) => rule.id)).not.toContain('presentation/stable-without-patch');
  const explained = live([
    { ...before, sequence: 1 },
    { ...after, sequence: 2 },
  ]);
  expect(explained.map(({ rule }) => rule.id)).toContain('presentation/stable-without-patch');
});

test('rejected requests and requests without a key are not reported live', () => {
  const rejected = poll('a', {}, { status: 404 });
  const unkeyed = poll('a', { status: 'nonsense' }, { key: 'none' });
  expect(live([rejected, unkeyed])).toEqual([]);
});
