import { describe, expect, it } from 'vitest';
import { template } from '../store/test-registry.js';
import { validateResponse } from '../validate-response.js';
import { EPOCH, ServiceHarness } from '../service-harness.js';

const TIME = new Date(EPOCH).toISOString();

describe('POST /presentations', () => {
  it('makes a presentation from the outline of a template, immediately', async () => {
    const { status, headers, body } = await new ServiceHarness().dev.create({ template_id: 'tpl_report' });
    expect(status).toBe(201);
    expect(headers['Location']).toBe(`/api/v1/presentations/${body.id}`);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^pres_[0-9a-z]{16}$/),
      title: 'Quarterly report',
      workspace_id: 'ws_dev',
      is_public: false,
      created_at: TIME,
      updated_at: TIME,
    });
    expect(body.sections.map(({ title }: { title: string }) => title)).toEqual([
      'The quarter in one slide',
      'What we set out to do',
      'What happened',
      'Figures',
      'What we learned',
      'Next quarter',
    ]);
  });

  it.each([' ', '$&'])('takes the title %j', async (title) => {
    const { status, body, response } = await new ServiceHarness().dev.create({
      template_id: 'tpl_pitch',
      title,
    });
    expect([status, body.title, validateResponse(response)]).toEqual([201, title, []]);
  });

  it('rejects a missing template and one of another workspace, and lists the available ones', async () => {
    const harness = new ServiceHarness();
    await harness.deckhand.arrange((data) => data.template.create(template('tpl_own', 'ws_dev')));
    for (const [client, id] of [
      [harness.dev, 'tpl_nothing'],
      [harness.other, 'tpl_own'],
    ] as const) {
      const { status, body } = await client.create({ template_id: id });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        code: 'invalid_body',
        errors: [{ pointer: '/template_id', detail: expect.stringContaining('its templates are tpl_') }],
      });
      expect(body.errors[0].detail.includes('tpl_own')).toBe(client === harness.dev);
    }
  });
});
