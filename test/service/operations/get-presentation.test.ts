import { describe, expect, it } from 'vitest';
import { ServiceHarness } from '../service-harness.js';

describe('GET /presentations/:id', () => {
  it('treats a presentation of another workspace like a missing one', async () => {
    const { dev, other } = new ServiceHarness({ scenario: 'instant' });
    const { id } = (await dev.poll(await dev.job())).body.presentation;
    const created = (await dev.create({ template_id: 'tpl_pitch' })).body.id;
    for (const [mine, nothing] of [
      [id, 'pres_0000000000000000'],
      [created, 'pres_1111111111111111'],
    ]) {
      const [theirs, none] = [await other.fetch(mine), await other.fetch(nothing)];
      expect([theirs.status, none.status]).toEqual([404, 404]);
      expect(theirs.body).toEqual({ ...none.body, detail: none.body.detail.replace(nothing, mine) });
    }
  });

  it.each(['__proto__', `${'x'.repeat(5000)}`])('finds no presentation for %j', async (id) => {
    const { status, body } = await new ServiceHarness().dev.fetch(id);
    expect([status, body.code]).toEqual([404, 'unknown_presentation']);
    expect(body.detail.length).toBeLessThan(200);
  });

  it('finds no presentation for the id of a job', async () => {
    const { dev } = new ServiceHarness({ scenario: 'instant' });
    expect((await dev.fetch(await dev.job())).status).toBe(404);
  });
});
