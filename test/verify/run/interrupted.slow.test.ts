/** A run that is interrupted anywhere, as by Ctrl-C, restores what it changed, and its report says that it is incomplete. */
import { expect, test } from 'vitest';
import type { OutgoingRequest } from '../../../src/journal/transport.js';
import { getField } from '../../../src/base/json.js';
import { constantLatency, verifyInVirtualTime } from '../virtual-time-run.js';

/** Each this many requests, a run of its own is interrupted. */
const STRIDE = 12;

/** Interrupts a run at a request. */
async function interruptAt(number: number, requestsPerMinute: number) {
  const controller = new AbortController();
  const sent: OutgoingRequest[] = [];
  const { report, exchanges } = await verifyInVirtualTime(
    [],
    [],
    { requestsPerMinute },
    {
      ...constantLatency,
      signal: controller.signal,
      instead: async (request) => {
        sent.push(request);
        if (sent.length === number) controller.abort();
        return undefined;
      },
    },
  );
  return { report, exchanges };
}

/** The presentations whose titles the run has changed and not changed back. */
function renamed({ exchanges }: Awaited<ReturnType<typeof interruptAt>>): string[] {
  const original = new Map<string, unknown>();
  const current = new Map<string, unknown>();
  for (const { request, response } of exchanges) {
    const [, id] = /\/presentations\/([^/?]+)$/.exec(request.url) ?? [];
    if (id === undefined || response?.status !== 200) continue;
    const title = getField(JSON.parse(response.body?.text ?? 'null'), 'title');
    if (request.method === 'GET' && !original.has(id)) original.set(id, title);
    if (request.method === 'PATCH')
      current.set(id, getField(JSON.parse(request.body?.text ?? 'null'), 'title'));
  }
  return [...current].filter(([id, title]) => title !== original.get(id)).map(([id]) => id);
}

test.each([0, 20])('at %i requests a minute', { timeout: 120_000 }, async (requestsPerMinute) => {
  const whole = await interruptAt(Infinity, requestsPerMinute);
  // A run leaves one of its own presentations with another title.
  const left = renamed(whole);
  expect(left.length).toBeLessThan(2);
  for (let number = 2; number < whole.exchanges.length; number += STRIDE) {
    const interrupted = await interruptAt(number, requestsPerMinute);
    expect(left, `at request ${number}`).toEqual(expect.arrayContaining(renamed(interrupted)));
    expect(interrupted.report.outcome, `at request ${number}`).toBe('incomplete');
    expect(interrupted.report.reason, `at request ${number}`).toMatch(/interrupted/);
    expect(interrupted.report.summary.fail).toBe(0);
  }
});
