/** The contents of a journal after an exchange, and the strings that it must not contain. */
import { describe, expect, it } from 'vitest';
import { getHeader, type Exchange } from '../../../src/journal/exchange.js';
import { API, KEY } from './client.js';
import type { Suite } from './suite.js';

export function journal({ client }: Suite): void {
  const last = async (): Promise<Exchange> => {
    const exchange = (await client().workspace.journal()).at(-1);
    if (!exchange) throw new Error('The journal is empty');
    return exchange;
  };

  describe('the journal', () => {
    it('has request and response of an exchange, and its metadata', async () => {
      const headers = { 'x-request-id': 'req-1' };
      const sent = await client().post('/presentations/generate', { prompt: 'A deck' }, { headers });
      const { request, response, metadata, startedAt } = await last();
      expect(request.method).toBe('POST');
      expect(request.url.endsWith(`${API}/presentations/generate`)).toBe(true);
      expect(request.body).toEqual({ text: '{"prompt":"A deck"}', bytes: 19 });
      expect(getHeader(request.headers, 'x-request-id')).toBe('req-1');
      expect(response?.status).toBe(202);
      expect(response?.body).toEqual({ text: sent.text, bytes: sent.text.length });
      expect(getHeader(response?.headers ?? [], 'location')).toBe(sent.headers.get('location'));
      expect(startedAt).toBe(await client().workspace.clock.now());
      expect(metadata).toEqual({
        operationId: 'startGeneration',
        workspaceId: 'ws_dev',
        scenario: 'happy-path',
        generationId: sent.json().generation_id,
        jobStatus: 'generating',
      });
    });

    it('never contains a key, wherever the client sent it', async () => {
      await client().get(`/templates?key=${KEY}`);
      await client().get('/templates', { key: null, headers: { authorization: `Bearer ${KEY}` } });
      await client().post('/presentations/generate', { prompt: `My key is ${KEY}` });
      const text = JSON.stringify(await client().workspace.journal());
      expect(text).not.toContain(KEY);
      expect(text.match(/\[redacted [0-9a-f]{8}\]/g)).toHaveLength(5);
    });

    it('has no body for HEAD', async () => {
      await client().send('HEAD', '/templates');
      expect((await last()).response?.status).toBe(200);
      expect((await last()).response).not.toHaveProperty('body');
    });
  });
}
