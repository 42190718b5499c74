/** The rate limit (7, 8), counted on the workspace's clock. */
import { describe, expect, it } from 'vitest';
import { expectProblem, OTHER_KEY } from './client.js';
import type { Suite } from './suite.js';

export function rateLimit({ client }: Suite): void {
  const limited = {
    title: 'Three a minute',
    description: 'For tests',
    rate_limit: '3/1m',
    steps: [{ complete: null }],
  };

  describe('a rate limit', () => {
    it('refuses requests over it, and accepts them when Retry-After has passed on the workspace’s clock', async () => {
      await client().workspace.use(limited);
      const statuses: number[] = [];
      for (let request = 0; request < 3; request += 1) {
        statuses.push((await client().get('/templates')).status);
        await client().workspace.clock.advance('10s');
      }
      expect(statuses).toEqual([200, 200, 200]);

      const refused = await client().get('/templates');
      expectProblem(refused, 429, 'rate_limited');
      expect(refused.headers.get('retry-after')).toBe('30');
      await client().workspace.clock.advance('29s');
      expect((await client().get('/templates')).headers.get('retry-after')).toBe('1');
      await client().workspace.clock.advance('1s');
      expect((await client().get('/templates')).status).toBe(200);
      expect((await client().get('/templates')).status).toBe(429);
    });

    it('counts each key separately', async () => {
      await client().transport.deckhand.workspace('ws_other').use(limited);
      await client().workspace.use(limited);
      for (let request = 0; request < 4; request += 1) await client().get('/templates');
      expect((await client().get('/templates')).status).toBe(429);
      expect((await client().get('/templates', { key: OTHER_KEY })).status).toBe(200);
    });
  });
}
