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
      'addFault',
      {},
      { operation: 'listTemplates', times: 2, response: { status: 429, retry_after: '5s' } },
    );
    const id = await stage.job();
    expect((await stage.poll(id)).status).toBe('generating');
    const first = await templates();
    expect([first.status, first.headers['Retry-After'], first.body.code]).toEqual([429, '5', 'rate_limited']);
    expect([(await templates()).status, (await templates()).status]).toEqual([429, 200]);
    expect((await stage.run('listFaults')).faults).toEqual([]);
  });

  it.each([
    ['a 5xx', { response: { status: 503 } }, { status: 503 }],
    ['a timeout', { connection: 'timeout' }, { delivery: { connection: 'timeout' } }],
    ['half a body', { corrupt: 'truncated' }, { status: 200, delivery: { truncateBody: true } }],
    ['a slow body', { drip: '2s' }, { status: 200, delivery: { drip: 2000 } }],
  ])('is %s', async (_name, effect, expected) => {
    await stage.run('addFault', {}, { operation: 'listTemplates', ...effect });
    expect(await templates()).toMatchObject(expected);
    expect((await templates()).delivery).toBeUndefined();
  });

  it('applies to one job only', async () => {
    const [one, other] = [await stage.job(), await stage.job()];
    await stage.run('addFault', {}, { job: one, times: 2, response: { status: 500 } });
    const status = async (id: string) =>
      (await stage.api('GET', `/presentations/generate/${id}/status`)).status;
    expect([await status(other), await status(one), await status(other), await status(one)]).toEqual([
      200, 500, 200, 500,
    ]);
    expect(await stage.errorOf('addFault', {}, { job: 'gen_nope', latency: '1s' })).toBe(
      'invalid-input /job',
    );
  });

  it('applies with its probability, drawn from the seed, also after a restore', async () => {
    const fault = { operation: 'listTemplates', times: 100, probability: 0.4, response: { status: 500 } };
    const twenty = async (from: ControlStage) => {
      const statuses = [];
      for (let count = 0; count < 20; count += 1) statuses.push((await from.api('GET', '/templates')).status);
      return statuses;
    };
    await stage.run('addFault', {}, fault);
    await twenty(stage);
    const snapshot = await stage.run('getSnapshot');
    expect(snapshot.workspaces[0]?.faults[0]?.attempts).toBe(20);
    const after = await twenty(stage);
    const failed = after.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(2);
    expect(failed).toBeLessThan(15);
    const copy = new ControlStage();
    await copy.run('restoreSnapshot', {}, snapshot);
    expect(await twenty(copy)).toEqual(after);
  });

  it('ends by itself, on the clock of the workspace', async () => {
    await stage.run('addFault', {}, { operation: 'listTemplates', ttl: '1m', response: { status: 500 } });
    await stage.run('advanceClock', {}, { by: '1m' });
    expect((await templates()).status).toBe(200);
    expect((await stage.run('getWorkspace')).active_fault_count).toBe(0);
  });

  it('applies after the plan and the rate limit, and is noted in the journal', async () => {
    stage = new ControlStage({ rateLimit: '1/1m' });
    await stage.run('addFault', {}, { operation: 'listTemplates', times: 2, response: { status: 502 } });
    await stage.run('updateWorkspace', {}, { plan: 'free' });
    expect((await templates()).status).toBe(403);
    await stage.run('updateWorkspace', {}, { plan: 'max' });
    expect([(await templates()).status, (await templates()).status]).toEqual([502, 429]);
    const { exchanges } = await stage.run('getJournal');
    expect(exchanges[1]?.metadata?.fault).toBe('active: responds 502');
  });
});
