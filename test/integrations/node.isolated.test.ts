import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { setupDeckhand, type DeckhandSetup, type SetupDeckhandOptions } from '../../src/integrations/node.js';
import { createTempFolder } from '../cli/temp-files.js';
import { startMsw } from '../transports/start-transports.js';
import { describeTransport } from '../transports/transport-suite.js';

describeTransport('msw in Node', startMsw);

describe('setupDeckhand', () => {
  let setup: DeckhandSetup | undefined;
  afterEach(() => setup?.close());

  const listen = (options?: SetupDeckhandOptions): DeckhandSetup => {
    setup = setupDeckhand(options);
    setup.listen();
    return setup;
  };
  const start = async (origin = 'https://api.example.com', key = 'deckhand-dev-key') => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const accepted = await fetch(`${origin}/api/v1/presentations/generate`, {
      method: 'POST',
      headers,
      body: '{"prompt":"A deck"}',
    });
    const { poll_url: pollUrl } = await accepted.json();
    return { view: async () => (await fetch(origin + pollUrl, { headers })).json() };
  };

  it('advances a job without waiting', async () => {
    const { clock } = listen({ scenario: 'asks-a-question' });
    const job = await start();
    clock.advance('3s');
    expect((await job.view()).status).toBe('awaiting_input');
  });

  it('does not respond in production, unless the user allows it', async () => {
    vi.stubEnv('NODE_ENV', 'production');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(() => listen()).toThrow('does not respond where NODE_ENV is production.');
    listen({ allowProduction: true });
    expect((await (await start()).view()).status).toBe('generating');
  });

  it('judges the client, including requests without a key', async () => {
    const { clientReport } = listen();
    await start();
    expect(await clientReport({ minPollInterval: '2s' })).toMatchObject({ outcome: 'pass', requests: 1 });
    await fetch('https://api.example.com/api/v1/templates');
    const { outcome, rules } = await clientReport();
    const failed = rules.filter((rule) => rule.outcome === 'fail').map(({ id }) => id);
    expect([outcome, failed]).toEqual(['fail', ['client/sends-key-in-header']]);
  });

  it('asserts which requests it received, and prints all of them if it did not', async () => {
    const { assertReceived } = listen();
    await start();
    assertReceived('startGeneration', { times: 1, status: 202, body: { prompt: 'A deck' } });
    expect(() => assertReceived('startGeneration', { body: { prompt: 'Another' } })).toThrow(
      /^Expected: startGeneration at least once, with body fields \{"prompt":"Another"\}\nReceived: 0 of 1 request\n.*startGeneration .*"A deck"/,
    );
  });

  describe('under fake timers', () => {
    const poll = async (setUp: () => void, change: (opened: DeckhandSetup) => void = () => undefined) => {
      const opened = listen({
        scenario: { title: 'Slow', steps: [{ generate: { for: '1h' } }, { complete: {} }] },
      });
      const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
      setUp();
      onTestFinished(() => {
        vi.useRealTimers();
        warn.mockRestore();
      });
      const job = await start();
      for (let count = 0; count < 4; count += 1) await job.view();
      change(opened);
      await opened.reset();
      opened.close();
      return warn.mock.calls;
    };

    it('says once what to call when a job is polled without a change', async () => {
      expect(await poll(() => vi.useFakeTimers())).toEqual([
        [
          expect.stringMatching(
            /^Deckhand: job gen_\w+ was polled 3 times without a change, because the timers of this test are fake, .*: whenever the test advances its timers, call clock\.advance\(…\) with the same time\.$/,
          ),
        ],
      ]);
    });

    it('says nothing about a fake Date alone, and about a test that touches the clock', async () => {
      expect(await poll(() => vi.useFakeTimers({ toFake: ['Date'] }))).toEqual([]);
      const touched = (change: (opened: DeckhandSetup) => void) => poll(() => vi.useFakeTimers(), change);
      expect(await touched(({ clock }) => clock.advance('3s'))).toEqual([]);
    });
  });

  it('warns at a reset about faults that were never applied', async () => {
    const { deckhand, reset, clock } = listen();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const addFault = (operation: 'getPresentation' | 'getGenerationStatus') =>
      deckhand.workspace('ws_dev').addFault({ operation, response: { status: 503 }, times: 2 });
    addFault('getGenerationStatus');
    await (await start()).view();
    clock.advance('1s');
    await reset();
    expect(warn).not.toHaveBeenCalled();
    addFault('getPresentation');
    await reset();
    expect(warn.mock.calls).toEqual([
      [
        expect.stringMatching(
          /^Deckhand: fault f\d+ was never applied: no request to getPresentation while it was active\.$/,
        ),
      ],
    ]);
  });

  it('responds for its origin only, and does not touch other requests', async () => {
    const other = createServer((_request, response) => response.end('mine'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    listen({ origin: 'https://api.example.com', scenario: 'instant' });
    for (const path of ['/', '/api/v1/templates'])
      expect(await (await fetch(url + path)).text()).toBe('mine');
    const { presentation } = await (await start()).view();
    expect(presentation.url).toMatch(/^https:\/\/api\.example\.com\/view\/ws_dev\/pres_/);
    other.close();
    other.closeAllConnections();
  });

  it('reads the given configuration file', async () => {
    const folder = createTempFolder({
      'mine.ts': "export default { basePath: '/backend/api/v1', apiKeys: 'optional' as const };",
    });
    listen({ config: `${folder}/mine.ts` });
    expect((await fetch('https://app.example.com/backend/api/v1/templates')).status).toBe(200);
  });

  it('uses the given workspace', async () => {
    const other = listen({ workspace: 'ws_other' });
    const job = await start('https://api.example.com', 'deckhand-other-key');
    other.clock.advance('12s');
    expect((await job.view()).status).toBe('completed');
    expect(other.journal().map(({ metadata }) => metadata?.workspaceId)).toEqual(['ws_other', 'ws_other']);
  });

  it('lets a test override a handler, until the reset', async () => {
    const mine = listen();
    mine.mswServer.use(http.get('*/api/v1/templates', () => HttpResponse.json({ mine: true })));
    const templates = async (): Promise<number> =>
      (await fetch('https://api.example.com/api/v1/templates')).status;
    expect(await templates()).toBe(200);
    await mine.reset();
    expect(await templates()).toBe(401);
  });

  it('can be closed twice, and without having listened', () => {
    const mine = listen();
    mine.close();
    mine.close();
    setupDeckhand().close();
  });
});
