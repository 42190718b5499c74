import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../src/generated/control-api.js';
import { createDeckhand } from '../../src/app/deckhand.js';
import { setupDeckhand } from '../../src/integrations/node.js';
import { realPace } from '../../src/proxy/reach/real-pace.js';
import { serve } from '../server/serve.js';

const init = { headers: { 'x-api-key': 'deckhand-dev-key' } };
const PATH = '/api/v1/templates';

describe('while a test fakes every timer', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0, toFake: [...EVERY] });
    return () => void vi.useRealTimers();
  });

  it('the clock of a workspace runs', async () => {
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
  ])('a delayed response takes its time %s', async (how, start) => {
    const { deckhand, ask, close } = await start();
    const workspace = deckhand.workspace('ws_dev');
    await workspace.arm({ latency: '30ms' });
    const before = workspace.clock.now();
    const response = await (how === 'in process' ? deckhand.fetch : fetch)(ask + PATH, init);
    expect([response.status, workspace.clock.now() - before >= 30]).toEqual([200, true]);
    const [exchange] = workspace.journal();
    expect((exchange?.endedAt ?? 0) - (exchange?.startedAt ?? 0)).toBeGreaterThanOrEqual(30);
    await close();
  });

  it('subscribers receive the events of a job until it is completed', async () => {
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

/** All timers, except those that Node itself needs, which vitest does not fake either. */
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
