/** Refusals: keys, access, paths, methods, bodies. */
import { describe, expect, it } from 'vitest';
import { limits } from '../../../src/generated/limits.js';
import { expectProblem, KEY, OTHER_KEY } from './client.js';
import type { Suite } from './suite.js';

export function refusals({ client, itUnless }: Suite): void {
  describe('a key', () => {
    it.each([
      ['x-api-key', KEY],
      ['authorization', `Bearer ${KEY}`],
      ['authorization', `bearer  ${KEY}`],
    ])('is accepted from %s: %s', async (name, value) => {
      const response = await client().get('/templates', { key: null, headers: { [name]: value } });
      expect(response.status).toBe(200);
    });

    it('that is missing gets 401', async () => {
      expectProblem(await client().get('/templates', { key: null }), 401, 'missing_key');
    });

    it.each([
      ['x-api-key', 'no-such-key'],
      ['authorization', 'Bearer no-such-key'],
    ])('that is unknown gets 401: %s: %s', async (name, value) => {
      const response = await client().get('/templates', { key: null, headers: { [name]: value } });
      expectProblem(response, 401, 'unknown_key');
    });

    it('of a workspace whose API is switched off gets 403', async () => {
      await client().workspace.use('api-disabled');
      expectProblem(await client().get('/templates'), 403, 'api_disabled');
    });

    it('of a workspace whose plan lacks the API gets 403', async () => {
      await client().workspace.configure({ plan: 'free' });
      expectProblem(await client().get('/templates'), 403, 'api_not_in_plan');
    });
  });

  describe('a path', () => {
    it.each([
      ['GET', '/presentations/pres_none', 'unknown_presentation'],
      ['PATCH', '/presentations/pres_none', 'unknown_presentation'],
      ['GET', '/presentations/generate/gen_none/status', 'unknown_generation'],
      ['POST', '/presentations/generate/gen_none/message', 'unknown_generation'],
      ['GET', '', 'unknown_path'],
      ['GET', '/', 'unknown_path'],
      ['GET', '/slides', 'unknown_path'],
      ['GET', '/templates/', 'unknown_path'],
      ['DELETE', '/presentations/generate/gen_none', 'unknown_path'],
    ])('that does not exist gets 404: %s %s', async (method, path, code) => {
      const bodies: Record<string, unknown> = { POST: { message: 'Hello' }, PATCH: { title: 'Hello' } };
      expectProblem(await client().send(method, path, { json: bodies[method] }), 404, code);
    });

    it.each([
      ['/templates/', 'Leave out the slash at its end.'],
      [
        '/api/v1/templates',
        'It has /api/v1 twice: a poll_url already begins with it, so add the origin of the service only.',
      ],
    ])('that is a common slip gets a 404 that says which: %s', async (path, slip) => {
      const problem = expectProblem(await client().get(`/api/v1${path}`), 404, 'unknown_path');
      expect(problem).toMatchObject({ detail: `No operation has this path. ${slip}` });
    });

    it('of a job or deck of another workspace gets the 404 of a missing one', async () => {
      await client().workspace.use('instant');
      const pollUrl = await client().start();
      const { presentation } = await client().view(pollUrl);
      expectProblem(await client().get(pollUrl, { key: OTHER_KEY }), 404, 'unknown_generation');
      const deck = await client().get(`/presentations/${presentation.id}`, { key: OTHER_KEY });
      expectProblem(deck, 404, 'unknown_presentation');
    });

    it.each([
      ['DELETE', '/templates', 'GET, HEAD, OPTIONS'],
      ['PUT', '/presentations/pres_none', 'GET, PATCH, HEAD, OPTIONS'],
      ['GET', '/presentations', 'POST, OPTIONS'],
      ['POST', '/presentations/generate/gen_none/status', 'GET, HEAD, OPTIONS'],
    ])('without the method gets 405 with the allowed methods: %s %s', async (method, path, allow) => {
      const response = await client().send(method, path);
      expectProblem(response, 405, 'method_not_allowed');
      expect(response.headers.get('allow')?.split(', ').sort()).toEqual(allow.split(', ').sort());
    });
  });

  describe('a body', () => {
    it('with mistakes gets 400 and a pointer to each of them', async () => {
      const response = await client().post('/presentations/generate', { prompt: 7, template_id: '' });
      const { errors } = expectProblem(response, 400, 'invalid_body');
      expect(errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(['/prompt', '/template_id']);
    });

    it('that names an unknown template gets 400 with the known ones', async () => {
      const response = await client().post('/presentations', { template_id: 'tpl_none' });
      const { errors } = expectProblem(response, 400, 'invalid_body');
      expect(errors).toEqual([{ pointer: '/template_id', detail: expect.stringContaining('tpl_pitch') }]);
    });

    itUnless('malformed-json', 'that is not JSON gets 400', async () => {
      const response = await client().send('POST', '/presentations/generate', { body: '{"prompt":' });
      expectProblem(response, 400, 'malformed_json');
    });

    it('that is missing gets 400', async () => {
      expectProblem(await client().send('POST', '/presentations/generate'), 400, 'malformed_json');
    });

    it('that is not announced as JSON gets 415', async () => {
      const response = await client().post(
        '/presentations/generate',
        { prompt: 'A deck' },
        { headers: { 'content-type': 'text/plain' } },
      );
      expectProblem(response, 415, 'unsupported_media_type');
    });

    it('announced as JSON with a charset is accepted', async () => {
      const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
      const response = await client().post(
        '/presentations/generate',
        { prompt: 'Ein Vortrag über Häfen' },
        { headers },
      );
      expect(response.status).toBe(202);
    });

    it('that is too large gets 413', async () => {
      const body = JSON.stringify({ prompt: 'x'.repeat(limits.body_max_bytes) });
      const response = await client().send('POST', '/presentations/generate', { body });
      expectProblem(response, 413, 'content_too_large');
    });

    it('just within the limit is read, even if it is wrong', async () => {
      const empty = JSON.stringify({ prompt: '' }).length;
      const body = JSON.stringify({ prompt: 'x'.repeat(limits.body_max_bytes - empty) });
      const response = await client().send('POST', '/presentations/generate', { body });
      expectProblem(response, 400, 'invalid_body');
    });
  });
}
