/** A request of each kind, and its response: the method, the path, the headers and the body pass in both directions. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/generated/limits.js';
import { API, expectProblem, KEY } from './client.js';
import type { Suite } from './suite.js';

export function responses({ client, itIfSupported }: Suite): void {
  describe('a job', () => {
    it('is accepted with its id and the path to poll it', async () => {
      const response = await client().post('/presentations/generate', { prompt: 'Ten slides about herons' });
      expect(response.status).toBe(202);
      expect(response.headers.get('content-type')).toBe('application/json');
      const { generation_id: id, poll_url: pollUrl } = response.json();
      expect(pollUrl).toBe(`${API}/presentations/generate/${id}/status`);
      expect(response.headers.get('location')).toBe(pollUrl);
    });

    it('asks, resumes after the reply, and completes with its deck', async () => {
      const headers = { 'x-deckhand-scenario': 'asks-a-question' };
      const pollUrl = await client().start('Ten slides about herons', { headers });
      expect(await client().view(pollUrl)).toMatchObject({ status: 'generating' });
      await client().workspace.clock.advance('1h');
      expect(await client().view(pollUrl)).toMatchObject({ status: 'awaiting_input' });
      const message = pollUrl.replace(/status$/, 'message');
      expect((await client().post(message, { message: 'People who decide' })).status).toBe(202);
      await client().workspace.clock.advance('5s');
      const { status, presentation } = await client().view(pollUrl);
      expect(status).toBe('completed');
      expect((await client().get(`/presentations/${presentation.id}`)).json()).toEqual(presentation);
      expectProblem(await client().post(message, { message: 'More' }), 409, 'generation_finished');
    });
  });

  describe('a key', () => {
    it.each([
      ['x-api-key', KEY],
      ['authorization', `Bearer ${KEY}`],
    ])('is accepted from %s: %s', async (name, value) => {
      const response = await client().get('/templates', { key: null, headers: { [name]: value } });
      expect(response.status).toBe(200);
    });

    it('that is missing or unknown gets 401', async () => {
      expectProblem(await client().get('/templates', { key: null }), 401, 'missing_key');
      expectProblem(await client().get('/templates', { key: 'no-such-key' }), 401, 'unknown_key');
    });

    it('over its rate gets 429, until the workspace’s clock has passed Retry-After', async () => {
      await client().workspace.useScenario({
        title: 'One a minute',
        rate_limit: '1/1m',
        steps: [{ complete: null }],
      });
      expect((await client().get('/templates')).status).toBe(200);
      const limited = await client().get('/templates');
      expectProblem(limited, 429, 'rate_limited');
      expect(limited.headers.get('retry-after')).toBe('60');
      await client().workspace.clock.advance('60s');
      expect((await client().get('/templates')).status).toBe(200);
    });
  });

  describe('a path', () => {
    it.each([['GET', '/templates/', 'unknown_path']])(
      'that does not exist gets 404: %s %s',
      async (method, path, code) => {
        expectProblem(await client().send(method, path), 404, code);
      },
    );

    it('without the method gets 405 with the allowed methods', async () => {
      const response = await client().send('PUT', '/presentations/pres_none');
      expectProblem(response, 405, 'method_not_allowed');
      expect(response.headers.get('allow')).toBe('GET, PATCH, HEAD, OPTIONS');
    });
  });

  describe('a body', () => {
    itIfSupported('malformed-json', 'that is not JSON gets 400', async () => {
      const response = await client().send('POST', '/presentations/generate', { body: '{"prompt":' });
      expectProblem(response, 400, 'malformed_json');
    });

    it('that is too large gets 413, and one just within the limit is read', async () => {
      const empty = JSON.stringify({ prompt: '' }).length;
      const send = (length: number) =>
        client().post('/presentations/generate', { prompt: 'x'.repeat(length - empty) });
      expectProblem(await send(limits.body_max_bytes + 1), 413, 'content_too_large');
      expectProblem(await send(limits.body_max_bytes), 400, 'invalid_body');
    });
  });

  describe('HEAD and OPTIONS', () => {
    it('HEAD gets the response of GET without the body', async () => {
      const [head, get] = [await client().send('HEAD', '/templates'), await client().get('/templates')];
      expect([head.status, head.text]).toEqual([200, '']);
      for (const name of ['content-type', 'cache-control', 'content-length'])
        expect(head.headers.get(name)).toBe(get.headers.get(name));
      const missing = await client().send('HEAD', '/presentations/pres_none');
      expect([missing.status, missing.text]).toEqual([404, '']);
    });
  });

  describe('X-Request-Id', () => {
    it('is copied when it is valid', async () => {
      const response = await client().get('/templates', { headers: { 'x-request-id': 'a.b:c_d-e' } });
      expect(response.headers.get('x-request-id')).toBe('a.b:c_d-e');
    });

    it.each(['two words', '<script>'])('is replaced when it is not valid: %.20s', async (id) => {
      const response = await client().get('/nowhere', { headers: { 'x-request-id': id } });
      expectProblem(response, 404, 'unknown_path');
      expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    });
  });
}
