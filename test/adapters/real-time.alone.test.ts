import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../src/generated/control-api.js';
import { createDeckhand } from '../../src/adapters/deckhand.js';
import { setupDeckhand } from '../../src/adapters/node.js';
import { realPace } from '../../src/adapters/real-pace.js';
import { serve } from './serve.js';

const init = { headers: { 'x-api-key': 'deckhand-dev-key' } };
const PATH = '/api/v1/templates';

describe('while a test has faked every timer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0, toFake: [...EVERY] });
    return () => void vi.useRealTimers();
  });

  it('the clock of a workspace goes on', async () => {
    const { clock } = createDeckhand().workspace('ws_dev');
    const before = clock.now();
    expect(before).toBeGreaterThan(Date.UTC(2020));
    await vi.waitUntil(() => clock.now() > before);
  });

  it.each([
    ['in process', () => ({ deckhand: createDeckhand(), ask: 'https://x.test', close: () => {} })],
    [
      'over msw',
      () => {
        const { deckhand, listen, close } = setupDeckhand();
        listen();
        return { deckhand, ask: 'https://x.test', close };
      },
    ],
    [
      'over HTTP',
      async () => {
        const { deckhand, url, close } = await serve();
        return { deckhand, ask: url, close };
      },
    ],
  ])('an answer is held back as long as it is meant to be %s', async (how, start) => {
    const { deckhand, ask, close } = await start();
    const workspace = deckhand.workspace('ws_dev');
    await workspace.arm({ latency: '30ms' });
    const before = workspace.clock.now();
    const answer = await (how === 'in process' ? deckhand.fetch : fetch)(ask + PATH, init);
    expect([answer.status, workspace.clock.now() - before >= 30]).toEqual([200, true]);
    const [exchange] = workspace.journal();
    expect((exchange?.endedAt ?? 0) - (exchange?.startedAt ?? 0)).toBeGreaterThanOrEqual(30);
    await close();
  });

  it('those who follow hear of a job until it is completed', async () => {
    const deckhand = createDeckhand({ speed: 1000 });
    const leave = new AbortController();
    let status: unknown;
    for await (const { event, data } of deckhand.workspace('ws_dev').events({ signal: leave.signal })) {
      if (event === 'hello') {
        const headers = { ...init.headers, 'content-type': 'application/json' };
        const body = '{"prompt":"Harbour taxis"}';
        await deckhand.fetch('https://x.test/api/v1/presentations/generate', {
          method: 'POST',
          headers,
          body,
        });
      }
      if (event === 'job') ({ status } = (data as Job).view);
      if (status === 'completed') leave.abort();
    }
    expect(status).toBe('completed');
  });

  it('a check waits between its polls', async () => {
    const pace = realPace();
    const before = pace.now();
    await pace.sleep(20);
    expect(pace.now() - before).toBeGreaterThan(15);
  });
});

/** All but what Node itself gets by with, which vitest leaves alone, too. */
const EVERY = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'Date',
  'performance',
] as const;
