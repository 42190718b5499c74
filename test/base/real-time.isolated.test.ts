import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { realTimers } from '../../src/proxy/connection/real-timers.js';
import { serve } from '../server/start-test-server.js';

const init = { headers: { 'x-api-key': 'deckhand-dev-key' } };
const PATH = '/api/v1/templates';

// Lower limits only: a busy machine makes a real wait longer, never shorter.
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
      'over HTTP',
      async () => {
        const { deckhand, url, close } = await serve();
        return { deckhand, ask: url, close };
      },
    ],
  ])('a delayed response arrives on time %s', async (how, start) => {
    const { deckhand, ask, close } = await start();
    const workspace = deckhand.workspace('ws_dev');
    workspace.addFault({ latency: '30ms' });
    const before = workspace.clock.now();
    const response = await (how === 'in process' ? deckhand.fetch : fetch)(ask + PATH, init);
    expect([response.status, workspace.clock.now() - before >= 30]).toEqual([200, true]);
    const [exchange] = workspace.journal();
    expect((exchange?.endedAt ?? 0) - (exchange?.startedAt ?? 0)).toBeGreaterThanOrEqual(30);
    await close();
  });

  it('a run waits between its polls', async () => {
    const pace = realTimers();
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

it('the real time goes on when the system clock goes back, and follows it forward', async () => {
  vi.resetModules();
  const [system, monotonic] = [vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now')];
  const fresh = await import('../../src/base/real-time.js');
  const at = (now: number, elapsed: number): number => {
    system.mockReturnValue(now);
    monotonic.mockReturnValue(elapsed);
    return fresh.realNow();
  };
  expect(at(1_000_000, 100)).toBe(1_000_000);
  expect(at(1_000_050, 150.7)).toBe(1_000_050);
  // An hour back.
  expect(at(0, 200)).toBe(1_000_100);
  expect(at(400, 600.5)).toBe(1_000_500);
  // Forward to the right time, and to the time after a sleep, in which the monotonic clock stops.
  expect(at(1_000_600, 700)).toBe(1_000_600);
  expect(at(9_000_000, 800)).toBe(9_000_000);
  vi.restoreAllMocks();
});
