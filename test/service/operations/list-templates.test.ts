import { describe, expect, it } from 'vitest';
import { template } from '../../store/rows.js';
import { Stage } from '../stage.js';

describe('GET /templates', () => {
  it('lists what the workspace can use, with all that a picker needs', async () => {
    const { status, body } = await new Stage().dev.templates();
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

  it("has the workspace's own first, and nobody else's", async () => {
    const stage = new Stage();
    await stage.deckhand.arrange((data) => data.template.create(template('tpl_own', 'ws_dev')));
    const ids = (body: { templates: { id: string }[] }) => body.templates.map(({ id }) => id);
    expect(ids((await stage.dev.templates()).body)[0]).toBe('tpl_own');
    expect(ids((await stage.other.templates()).body)).not.toContain('tpl_own');
  });

  it('is an empty list when there is none', async () => {
    const stage = new Stage();
    await stage.deckhand.arrange((data) => data.template.deleteMany({ where: {} }));
    expect((await stage.dev.templates()).body).toEqual({ templates: [] });
  });
});
