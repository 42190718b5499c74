import { beforeEach, describe, expect, it } from 'vitest';
import { ControlStage } from './control-stage.js';

let stage: ControlStage;
beforeEach(() => {
  stage = new ControlStage();
});

const templates = () => stage.api('GET', '/templates');

describe('an active fault', () => {
  it('applies to the next responses of its operation, as often as given, and to no other', async () => {
    await stage.run(
      'armFault',
      {},
      { on: 'listTemplates', times: 2, answer: { status: 429, retry_after: '5s' } },
    );
    const id = await stage.job();
    expect((await stage.poll(id)).status).toBe('generating');
    const first = await templates();
    expect([first.status, first.headers['Retry-After'], first.body.code]).toEqual([429, '5', 'rate_limited']);
    expect([(await templates()).status, (await templates()).status]).toEqual([429, 200]);
    expect((await stage.run('listArmedFaults')).faults).toEqual([]);
  });

  it.each([
    ['a 5xx', { answer: { status: 503 } }, { status: 503 }],
    ['no answer', { connection: 'stall' }, { delivery: { connection: 'stall' } }],
    ['half a body', { corrupt: 'truncated' }, { status: 200, delivery: { truncateBody: true } }],
    ['a slow body', { drip: '2s' }, { status: 200, delivery: { drip: 2000 } }],
  ])('is %s', async (_name, effect, expected) => {
    await stage.run('armFault', {}, { on: 'listTemplates', ...effect });
    expect(await templates()).toMatchObject(expected);
    expect((await templates()).delivery).toBeUndefined();
  });

  it('applies to one job only', async () => {
    const [one, other] = [await stage.job(), await stage.job()];
    await stage.run('armFault', {}, { job: one, times: 2, answer: { status: 500 } });
    const status = async (id: string) =>
      (await stage.api('GET', `/presentations/generate/${id}/status`)).status;
    expect([await status(other), await status(one), await status(other), await status(one)]).toEqual([
      200, 500, 200, 500,
    ]);
    expect(await stage.errorOf('armFault', {}, { job: 'gen_nope', latency: '1s' })).toBe('bad-input /job');
  });

  it('applies by chance, as the seed decides, also after a load', async () => {
    const fault = { on: 'listTemplates', times: 100, chance: 0.4, answer: { status: 500 } };
    const twenty = async (from: ControlStage) => {
      const statuses = [];
      for (let count = 0; count < 20; count += 1) statuses.push((await from.api('GET', '/templates')).status);
      return statuses;
    };
    await stage.run('armFault', {}, fault);
    await twenty(stage);
    const moment = await stage.run('save');
    expect(moment.workspaces[0]?.faults[0]?.tried).toBe(20);
    const after = await twenty(stage);
    const failed = after.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(2);
    expect(failed).toBeLessThan(15);
    const copy = new ControlStage();
    await copy.run('load', {}, moment);
    expect(await twenty(copy)).toEqual(after);
  });

  it('ends by itself, on the clock of the workspace', async () => {
    await stage.run('armFault', {}, { on: 'listTemplates', ttl: '1m', answer: { status: 500 } });
    await stage.run('advanceClock', {}, { by: '1m' });
    expect((await templates()).status).toBe(200);
    expect((await stage.run('getWorkspace')).armed_faults).toBe(0);
  });

  it('overrides the rate limit and the plan, and is noted in the journal', async () => {
    await stage.run('changeWorkspace', {}, { plan: 'free' });
    await stage.run('armFault', {}, { on: 'listTemplates', answer: { status: 502 } });
    expect([(await templates()).status, (await templates()).status]).toEqual([502, 403]);
    const { exchanges } = await stage.run('readJournal');
    expect(exchanges[0]?.notes?.fault).toBe('active: responds 502');
  });
});
