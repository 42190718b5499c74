/** The faults of a scenario on the wire. */
import { describe, expect, it } from 'vitest';
import type { Fault, Scenario } from '../../../src/types.js';
import { expectProblem, isPending } from './client.js';
import type { Suite } from './suite.js';

/** A scenario that completes immediately, with a fault for every request for templates. */
export function scenarioWithFault(fault: Omit<Fault, 'operation'>): Scenario {
  return {
    title: 'Something is wrong',
    description: 'For tests',
    steps: [{ complete: null }],
    faults: [{ operation: 'listTemplates', ...fault }],
    violates: ['response/success-body-is-json'],
  };
}

export function faults({ client, itIfSupported }: Suite): void {
  const lastFailure = (): Promise<void> =>
    expect
      .poll(async () => (await client().workspace.journal()).at(-1)?.failure, { interval: 5 })
      .toBeDefined();

  describe('a fault', () => {
    it('responds with another status and its headers', async () => {
      const headers = { 'x-upstream': 'slide-writer' };
      await client().workspace.useScenario(
        scenarioWithFault({ response: { status: 503, retry_after: '1.2s', headers } }),
      );
      const response = await client().get('/templates');
      expectProblem(response, 503, 'service_unavailable');
      expect(response.headers.get('retry-after')).toBe('2');
      expect(response.headers.get('x-upstream')).toBe('slide-writer');
    });

    it('delays a response until the clock reaches its time', async () => {
      await client().workspace.useScenario(scenarioWithFault({ latency: '90s' }));
      const pending = client().nextPendingResponse();
      const response = client().get('/templates');
      await pending;
      await client().workspace.clock.advance('89s');
      expect(await isPending(response)).toBe(true);
      expect(await client().workspace.clock.pendingResponses()).toBe(1);
      await client().workspace.clock.advance('1s');
      expect(await client().workspace.clock.pendingResponses()).toBe(0);
      expect((await response).status).toBe(200);
      const [exchange] = await client().workspace.journal();
      expect(exchange?.endedAt).toBe((exchange?.startedAt ?? 0) + 90_000);
    });

    it('releases a delayed response when the workspace is reset', async () => {
      await client().workspace.useScenario(scenarioWithFault({ latency: '1h' }));
      const pending = client().nextPendingResponse();
      const response = client().get('/templates');
      await pending;
      await client().workspace.reset();
      expect((await response).status).toBe(200);
    });

    it('resets the connection', async () => {
      await client().workspace.useScenario(scenarioWithFault({ connection: 'reset' }));
      await expect(client().get('/templates')).rejects.toThrow();
      await lastFailure();
      expect(await client().workspace.journal()).toMatchObject([
        { failure: 'reset', metadata: { fault: 'resets the connection' } },
      ]);
      expect((await client().workspace.journal())[0]).not.toHaveProperty('response');
    });

    itIfSupported('abort', 'stalls until the client aborts', async () => {
      await client().workspace.useScenario(scenarioWithFault({ latency: '1s', connection: 'timeout' }));
      const controller = new AbortController();
      const pending = client().nextPendingResponse();
      const response = client().get('/templates', { signal: controller.signal });
      await pending;
      await client().workspace.clock.advance('1h');
      expect(await isPending(response)).toBe(true);
      expect(await client().workspace.clock.pendingResponses()).toBe(1);
      controller.abort();
      await expect(response).rejects.toThrow();
      await lastFailure();
      expect(await client().workspace.journal()).toMatchObject([{ failure: 'aborted' }]);
      expect(await client().workspace.clock.pendingResponses()).toBe(0);
    });

    it('truncates a body', async () => {
      await client().workspace.useScenario(scenarioWithFault({ corrupt: 'truncated' }));
      await expect(client().get('/templates')).rejects.toThrow();
      await lastFailure();
      expect(await client().workspace.journal()).toMatchObject([
        { failure: 'truncated', response: { status: 200 } },
      ]);
    });

    it('makes a body invalid JSON', async () => {
      await client().workspace.useScenario(scenarioWithFault({ corrupt: 'malformed' }));
      const response = await client().get('/templates');
      expect(response.status).toBe(200);
      expect(response.text).toMatch(/^\{"templates":/);
      expect(() => response.json()).toThrow(SyntaxError);
    });

    it('sends a body in drops, complete in the end', async () => {
      const plain = await client().get('/templates');
      await client().workspace.useScenario(scenarioWithFault({ drip: '10s' }));
      const pending = client().nextPendingResponse();
      const response = client().get('/templates');
      await pending;
      await client().workspace.clock.advance('9s');
      expect(await isPending(response)).toBe(true);
      expect(await client().workspace.clock.pendingResponses()).toBe(1);
      await client().workspace.clock.advance('1s');
      expect(await client().workspace.clock.pendingResponses()).toBe(0);
      expect((await response).text).toBe(plain.text);
    });

    it.each([204, 304])('can be a response without a body: %i', async (status) => {
      await client().workspace.useScenario(scenarioWithFault({ response: { status } }));
      const response = await client().get('/templates');
      expect([response.status, response.text]).toEqual([status, '']);
    });
  });
}
