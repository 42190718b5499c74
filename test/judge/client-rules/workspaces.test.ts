import { expect, it } from 'vitest';
import { clientRules, judge } from '../../../src/judge/index.js';
import type { Exchange } from '../../../src/journal/exchange.js';
import { poll, started, traffic } from '../build-client-journal.js';

const LOOP = 'client/no-tight-polling-loop';
const fast = Array.from({ length: 12 }, (_, index) => poll(1 + index / 10));
const atOtherTime = fast.map((one) => ({ ...one, clockChanged: true }));

const inWorkspace = (workspaceId: string, agent: string, exchanges: readonly Exchange[]): Exchange[] =>
  exchanges.map(({ request, ...exchange }) => ({
    ...exchange,
    request: { ...request, headers: [...request.headers.slice(1), ['user-agent', agent]] },
    metadata: { workspaceId },
  }));

it('a controlled clock in one workspace does not affect intervals in another', () => {
  const one = inWorkspace('ws_dev', 'a', traffic(started, ...fast));
  const other = inWorkspace('sandbox-controlled', 'b', traffic(started, ...atOtherTime));
  const journal = one
    .flatMap((exchange, index) => [exchange, other[index] as Exchange])
    .map((exchange, index) => ({ ...exchange, sequence: index + 1 }));
  const verdict = judge(journal, { rules: clientRules }).find(({ rule }) => rule.id === LOOP);
  expect(verdict?.findings.map(({ client }) => client)).toEqual(['a, key 1a2b3c4d']);
});
