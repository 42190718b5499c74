/** HEAD, OPTIONS and the identifiers of exchanges. */
import { describe, expect, it } from 'vitest';
import { expectProblem } from './client.js';
import type { Suite } from './suite.js';

export function headers({ client }: Suite): void {
  describe('HEAD', () => {
    it('gets the response of GET without the body', async () => {
      const [head, get] = [await client().send('HEAD', '/templates'), await client().get('/templates')];
      expect(head.status).toBe(200);
      expect(head.text).toBe('');
      for (const name of ['content-type', 'cache-control', 'content-length'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
    });

    it('of an unknown resource gets the status only', async () => {
      const response = await client().send('HEAD', '/presentations/pres_none');
      expect([response.status, response.text]).toEqual([404, '']);
    });
  });

  describe('OPTIONS', () => {
    it('lists the methods of a path, without a key', async () => {
      const response = await client().send('OPTIONS', '/presentations/pres_none', { key: null });
      expect([response.status, response.text]).toEqual([204, '']);
      expect(response.headers.get('allow')).toBe('GET, PATCH, HEAD, OPTIONS');
    });
  });

  describe('X-Request-Id', () => {
    it.each(['req-1', '0af7651916cd43dd8448eb211c80319c', 'a.b:c_d-e'])(
      'is copied when it is valid: %s',
      async (id) => {
        const response = await client().get('/templates', { headers: { 'x-request-id': id } });
        expect(response.headers.get('x-request-id')).toBe(id);
      },
    );

    it.each(['two words', '<script>', 'x'.repeat(129), 'a,b'])(
      'is replaced when it is not valid: %.20s',
      async (id) => {
        const response = await client().get('/nowhere', { headers: { 'x-request-id': id } });
        expectProblem(response, 404, 'unknown_path');
        expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
      },
    );

    it('differs between responses when the client sends none', async () => {
      const ids = await Promise.all([1, 2, 3].map(async () => (await client().get('/templates')).headers));
      expect(new Set(ids.map((each) => each.get('x-request-id'))).size).toBe(3);
    });
  });
}
