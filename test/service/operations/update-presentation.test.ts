import { describe, expect, it } from 'vitest';
import { EPOCH, ServiceHarness } from '../service-harness.js';

/** A mock server with a presentation made from a template. */
async function created() {
  const harness = new ServiceHarness({ scenario: 'instant' });
  const { body } = await harness.dev.create({ template_id: 'tpl_pitch', title: 'Before' });
  return { harness, dev: harness.dev, before: body, id: body.id as string };
}

describe('PATCH /presentations/:id', () => {
  it('changes the title and the date of the change only', async () => {
    const { harness, dev, id, before } = await created();
    harness.advanceRealTime(1500);
    const { status, body } = await dev.rename(id, 'After');
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, title: 'After', updated_at: new Date(EPOCH + 1500).toISOString() });
    harness.advanceRealTime(1000);
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
    const { harness, dev, id, before } = await created();
    for (const unknown of [id, 'pres_nothing']) {
      expect(await harness.other.rename(unknown, 'Theirs')).toMatchObject({
        status: 404,
        body: { code: 'unknown_presentation' },
      });
    }
    expect((await dev.fetch(id)).body).toEqual(before);
    expect((await harness.other.fetch(id)).status).toBe(404);
  });
});
