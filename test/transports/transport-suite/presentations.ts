/** Templates and presentations (4.1 to 4.3, 4.7). */
import { describe, expect, it } from 'vitest';
import { validate } from '../../../src/generated/validate-full.js';
import { expectProblem } from './client.js';
import type { Suite } from './suite.js';

export function presentations({ client }: Suite): void {
  const create = async () =>
    (await client().post('/presentations', { template_id: 'tpl_lesson', title: 'Knots' })).json();

  describe('templates', () => {
    it('are listed', async () => {
      const response = await client().get('/templates');
      expect(response.status).toBe(200);
      expect(validate('TemplateList', response.json())).toEqual([]);
      expect(response.json().templates[0]).toMatchObject({ id: 'tpl_pitch', slide_count: 8 });
    });
  });

  describe('a presentation', () => {
    it('made from a template is at the address in Location', async () => {
      const created = await client().post('/presentations', { template_id: 'tpl_lesson', title: 'Knots' });
      expect(created.status).toBe(201);
      expect(validate('CreatedPresentation', created.json())).toEqual([]);
      expect(created.json()).toMatchObject({ title: 'Knots', workspace_id: 'ws_dev' });
      const fetched = await client().get(created.headers.get('location') ?? '');
      expect(fetched.status).toBe(200);
      expect(fetched.json()).toEqual(created.json());
    });

    it('takes a new title, and a new time of change', async () => {
      const presentation = await create();
      await client().workspace.clock.advance('1m');
      const patched = await client().send('PATCH', `/presentations/${presentation.id}`, {
        json: { title: 'Better knots' },
      });
      expect(patched.status).toBe(200);
      expect(patched.json()).toEqual({
        ...presentation,
        title: 'Better knots',
        updated_at: new Date(Date.parse(presentation.created_at) + 60_000).toISOString(),
      });
      expect((await client().get(`/presentations/${presentation.id}`)).json()).toEqual(patched.json());
    });

    it('of a job shows its new title in the job, too', async () => {
      await client().workspace.use('instant');
      const pollUrl = await client().start();
      const { presentation } = await client().view(pollUrl);
      await client().send('PATCH', `/presentations/${presentation.id}`, { json: { title: 'Mine' } });
      expect((await client().view(pollUrl)).presentation).toMatchObject({
        title: 'Mine',
        sections: presentation.sections,
      });
    });

    it('accepts only a title', async () => {
      const presentation = await create();
      const response = await client().send('PATCH', `/presentations/${presentation.id}`, {
        json: { title: 'Better knots', sections: [], 'a/b~c': true },
      });
      const { errors } = expectProblem(response, 400, 'invalid_body');
      expect(errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
        '/a~1b~0c',
        '/sections',
      ]);
      expect((await client().get(`/presentations/${presentation.id}`)).json()).toEqual(presentation);
    });
  });
}
