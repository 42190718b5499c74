/** What a scenario has go wrong on the wire. */
import { describe, expect, it, vi } from 'vitest';
import type { Fault, Scenario } from '../../../src/types.js';
import { expectProblem, isPending } from './client.js';
import type { Suite } from './suite.js';

/** A deck at once, and something wrong with every answer about templates. */
export function faulty(fault: Omit<Fault, 'on'>): Scenario {
  return {
    title: 'Something is wrong',
    description: 'For tests',
    steps: [{ complete: null }],
    faults: [{ on: 'listTemplates', ...fault }],
    violates: ['wire/success-bodies-are-json'],
  };
}

export function faults({ client, itUnless }: Suite): void {
  const lastFailure = (): Promise<void> =>
    vi.waitFor(() => expect(client().workspace.journal().at(-1)?.failure).toBeDefined(), { interval: 5 });

  describe('a fault', () => {
    it('answers another status, with its headers', async () => {
      const headers = { 'x-upstream': 'slide-writer' };
      client().workspace.use(faulty({ answer: { status: 503, retry_after: '1.2s', headers } }));
      const answer = await client().get('/templates');
      expectProblem(answer, 503, 'service_unavailable');
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(answer.headers.get('x-upstream')).toBe('slide-writer');
    });

    it('answers another body', async () => {
      client().workspace.use(faulty({ answer: { status: 502, body: { oops: true } } }));
      const answer = await client().get('/templates');
      expect([answer.status, answer.json()]).toEqual([502, { oops: true }]);
    });

    it('meets the requests it counts, and no others', async () => {
      client().workspace.use('rate-limited');
      const pollUrl = await client().start();
      const statuses: number[] = [];
      for (let poll = 1; poll <= 8; poll += 1) statuses.push((await client().get(pollUrl)).status);
      expect(statuses).toEqual([200, 200, 429, 429, 429, 429, 429, 200]);
    });

    it('holds an answer back until the clock has advanced so far', async () => {
      client().workspace.use(faulty({ latency: '90s' }));
      const held = client().nextHold();
      const answer = client().get('/templates');
      await held;
      client().workspace.clock.advance('89s');
      expect(await isPending(answer)).toBe(true);
      expect(client().workspace.clock.held()).toBe(1);
      client().workspace.clock.advance('1s');
      expect(client().workspace.clock.held()).toBe(0);
      expect((await answer).status).toBe(200);
      const [exchange] = client().workspace.journal();
      expect(exchange?.endedAt).toBe((exchange?.startedAt ?? 0) + 90_000);
    });

    it('lets a held answer go as the next event of the workspace, and then there is none', async () => {
      client().workspace.use(faulty({ latency: '90s' }));
      client().workspace.clock.pause();
      const answer = client().get('/templates');
      // The answer is held back from the moment at which it is made.
      await expect.poll(() => client().workspace.clock.next()).toMatchObject({ reached: null, released: 1 });
      expect((await answer).status).toBe(200);
      expect(await client().workspace.clock.next()).toMatchObject({ reached: null, released: 0 });
    });

    it('lets a held answer go when the workspace is reset', async () => {
      client().workspace.use(faulty({ latency: '10ms' }));
      const held = client().nextHold();
      const answer = client().get('/templates');
      await held;
      await client().workspace.reset();
      expect((await answer).status).toBe(200);
    });

    // The clock goes back to the real time, and the answer waits for an instant an hour ahead.
    it('lets a held answer go when a workspace whose clock was advanced is reset', async () => {
      client().workspace.use(faulty({ latency: '10ms' }));
      client().workspace.clock.advance('1h');
      const held = client().nextHold();
      const patience = new AbortController();
      const answer = client().get('/templates', { signal: patience.signal });
      answer.catch(() => {});
      await held;
      await client().workspace.reset();
      const outcome = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 1000))]);
      patience.abort();
      expect(outcome).toMatchObject({ status: 200 });
    });

    it('resets the connection', async () => {
      client().workspace.use(faulty({ connection: 'reset' }));
      await expect(client().get('/templates')).rejects.toThrow();
      await lastFailure();
      expect(client().workspace.journal()).toMatchObject([
        { failure: 'reset', notes: { fault: 'resets the connection' } },
      ]);
      expect(client().workspace.journal()[0]).not.toHaveProperty('response');
    });

    itUnless('abort', 'stalls until the client loses patience', async () => {
      client().workspace.use(faulty({ latency: '1s', connection: 'stall' }));
      const patience = new AbortController();
      const held = client().nextHold();
      const answer = client().get('/templates', { signal: patience.signal });
      await held;
      client().workspace.clock.advance('1h');
      expect(await isPending(answer)).toBe(true);
      expect(client().workspace.clock.held()).toBe(1);
      patience.abort();
      await expect(answer).rejects.toThrow();
      await lastFailure();
      expect(client().workspace.journal()).toMatchObject([{ failure: 'aborted' }]);
      expect(client().workspace.clock.held()).toBe(0);
    });

    itUnless('abort', 'is over for a client that goes away while its answer is held back', async () => {
      client().workspace.use(faulty({ latency: '1h' }));
      const patience = new AbortController();
      const held = client().nextHold();
      const answer = client().get('/templates', { signal: patience.signal });
      await held;
      patience.abort();
      await expect(answer).rejects.toThrow();
      await lastFailure();
      expect(client().workspace.journal()).toMatchObject([{ failure: 'aborted' }]);
    });

    it('breaks a body off', async () => {
      client().workspace.use(faulty({ corrupt: 'truncated' }));
      await expect(client().get('/templates')).rejects.toThrow();
      await lastFailure();
      expect(client().workspace.journal()).toMatchObject([
        { failure: 'truncated', response: { status: 200 } },
      ]);
    });

    it('makes a body that is no JSON', async () => {
      client().workspace.use(faulty({ corrupt: 'malformed' }));
      const answer = await client().get('/templates');
      expect(answer.status).toBe(200);
      expect(answer.text).toMatch(/^\{"templates":/);
      expect(() => answer.json()).toThrow(SyntaxError);
    });

    it('lets a body trickle in, whole in the end', async () => {
      const plain = await client().get('/templates');
      client().workspace.use(faulty({ drip: '10s' }));
      const held = client().nextHold();
      const answer = client().get('/templates');
      await held;
      client().workspace.clock.advance('9s');
      expect(await isPending(answer)).toBe(true);
      expect(client().workspace.clock.held()).toBe(1);
      client().workspace.clock.advance('1s');
      expect(client().workspace.clock.held()).toBe(0);
      expect((await answer).text).toBe(plain.text);
    });

    it('leaves HEAD, which has no body, its head', async () => {
      for (const fault of [{ corrupt: 'truncated' }, { drip: '1h' }] as const) {
        client().workspace.use(faulty(fault));
        expect((await client().send('HEAD', '/templates')).status).toBe(200);
      }
    });

    it.each([204, 304])('can be an answer without a body: %i', async (status) => {
      client().workspace.use(faulty({ answer: { status } }));
      const answer = await client().get('/templates');
      expect([answer.status, answer.text]).toEqual([status, '']);
    });

    it('can send another content type', async () => {
      const headers = { 'content-type': 'text/html' };
      client().workspace.use(faulty({ answer: { status: 502, headers, body: 'Bad gateway' } }));
      expect((await client().get('/templates')).headers.get('content-type')).toBe('text/html');
    });
  });
}
