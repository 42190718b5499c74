import { describe, expect, it } from 'vitest';
import { EPOCH, Stage } from '../stage.js';

/** A mock server with a presentation made from a template. */
async function created() {
  const stage = new Stage({ scenario: 'instant' });
  const { body } = await stage.dev.create({ template_id: 'tpl_pitch', title: 'Before' });
  return { stage, dev: stage.dev, before: body, id: body.id as string };
}

describe('PATCH /presentations/:id', () => {
  it('changes the title and the date of the change only', async () => {
    const { stage, dev, id, before } = await created();
    stage.advanceRealTime(1500);
    const { status, body } = await dev.rename(id, 'After');
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, title: 'After', updated_at: new Date(EPOCH + 1500).toISOString() });
    stage.advanceRealTime(1000);
    expect((await dev.fetch(id)).body).toEqual(body);
  });

  it.each([
    [{ title: 'After', sections: [] }, ['/sections']],
    [{}, ['/title']],
  ])('rejects %j completely, with a pointer to every error', async (change, pointers) => {
    const { dev, id, before } = await created();
    const { status, body } = await dev.send('PATCH', `/presentations/${id}`, change);
    expect(status).toBe(400);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    expect((await dev.fetch(id)).body).toEqual(before);
  });

  it('changes no presentation of another workspace, and no missing one', async () => {
    const { stage, dev, id, before } = await created();
    for (const unknown of [id, 'pres_nothing']) {
      expect(await stage.other.rename(unknown, 'Theirs')).toMatchObject({
        status: 404,
        body: { code: 'unknown_presentation' },
      });
    }
    expect((await dev.fetch(id)).body).toEqual(before);
    expect((await stage.other.fetch(id)).status).toBe(404);
  });
});
