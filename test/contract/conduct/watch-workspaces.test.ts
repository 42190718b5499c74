import { expect, it } from 'vitest';
import { watchWorkspaces } from '../../../src/contract/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { poll, started, traffic } from './traffic.js';

const LOOP = 'client/never-polls-in-a-tight-loop';
const fast = Array.from({ length: 12 }, (_, index) => poll(1 + index / 10));
const inWorkspace = (workspaceId: string, exchanges: readonly Exchange[]): readonly Exchange[] =>
  exchanges.map((exchange) => ({ ...exchange, notes: { workspaceId } }));

it('leaves to each workspace what is done to its clock', () => {
  const watch = watchWorkspaces();
  const steered = fast.map((one) => ({ ...one, steered: true }));
  const one = inWorkspace('ws_dev', traffic(started, ...fast));
  const other = inWorkspace('sandbox-steered', traffic(started, ...steered));
  const told = one.flatMap((exchange, index) =>
    [exchange, other[index] as Exchange].flatMap((each) => watch.see(each)),
  );
  expect(told.map(({ rule }) => rule.id)).toEqual([LOOP]);
});

it('keeps the verdicts of workspaces that it has no room for any more', () => {
  const watch = watchWorkspaces();
  for (const exchange of inWorkspace('first', traffic(started, ...fast))) watch.see(exchange);
  for (let workspace = 0; workspace < 300; workspace += 1)
    for (const exchange of inWorkspace(`sandbox-${workspace}`, traffic(started))) watch.see(exchange);
  const verdict = watch.verdicts().find(({ rule }) => rule.id === LOOP);
  expect(verdict).toMatchObject({ outcome: 'fail', findings: [expect.objectContaining({ kind: 'fail' })] });
});

it('has a reason where nothing was reached', () => {
  for (const verdict of watchWorkspaces().verdicts())
    expect(verdict).toMatchObject({ outcome: 'not-reached', reason: expect.any(String) });
});
