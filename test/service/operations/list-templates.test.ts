import { describe, expect, it } from 'vitest';
import { template } from '../store/test-registry.js';
import { ServiceHarness } from '../service-harness.js';

describe('GET /templates', () => {
  it('lists the templates of the workspace, with all fields of a picker', async () => {
    const { status, body } = await new ServiceHarness().dev.templates();
    expect(status).toBe(200);
    expect(body.templates.map(({ id }: { id: string }) => id)).toEqual([
      'tpl_pitch',
      'tpl_report',
      'tpl_lesson',
      'tpl_kickoff',
      'tpl_onepager',
    ]);
    expect(body.templates.at(-1)).toEqual({
      id: 'tpl_onepager',
      name: 'One-pager',
      description: 'A single slide to leave behind.',
      outline: ['In short'],
      slide_count: 1,
    });
  });

  it("has the workspace's own templates first, and none of other workspaces", async () => {
    const harness = new ServiceHarness();
    await harness.deckhand.arrange((data) => data.template.create(template('tpl_own', 'ws_dev')));
    const ids = (body: { templates: { id: string }[] }) => body.templates.map(({ id }) => id);
    expect(ids((await harness.dev.templates()).body)[0]).toBe('tpl_own');
    expect(ids((await harness.other.templates()).body)).not.toContain('tpl_own');
  });

  it('is an empty list without templates', async () => {
    const harness = new ServiceHarness();
    await harness.deckhand.arrange((data) => data.template.deleteMany({ where: {} }));
    expect((await harness.dev.templates()).body).toEqual({ templates: [] });
  });
});
