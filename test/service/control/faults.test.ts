import { beforeEach, describe, expect, it } from 'vitest';
import { Virtual } from './virtual.js';

let stage: Virtual;
beforeEach(() => {
  stage = new Virtual();
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
    ['a cut connection', { connection: 'reset' }, { delivery: { connection: 'reset' } }],
    ['no answer', { connection: 'stall' }, { delivery: { connection: 'stall' } }],
    ['half a body', { corrupt: 'truncated' }, { status: 200, delivery: { truncate: true } }],
    ['a slow body', { drip: '2s' }, { status: 200, delivery: { drip: 2000 } }],
  ])('is %s', async (_name, effect, expected) => {
    await stage.run('armFault', {}, { on: 'listTemplates', ...effect });
    expect(await templates()).toMatchObject(expected);
    expect((await templates()).delivery).toBeUndefined();
  });

  it('can be a body that is not JSON', async () => {
    await stage.run('armFault', {}, { on: 'listTemplates', corrupt: 'malformed' });
    expect((await templates()).body).toBeTypeOf('string');
  });

  it('can be latency on the clock of the workspace', async () => {
    await stage.run('advanceClock', {}, { by: '1h' });
    await stage.run('armFault', {}, { on: 'listTemplates', latency: '3s' });
    expect((await templates()).delivery).toEqual({ holdUntil: stage.at + 3_603_000 });
  });

  it('applies to every operation by default', async () => {
    await stage.run('armFault', {}, { answer: { status: 500 } });
    expect((await stage.api('POST', '/presentations/generate', { prompt: 'x' })).status).toBe(500);
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
    expect(exchanges[0]?.notes?.fault).toBe('armed: answers 502');
  });

  it('is removed alone, or with all', async () => {
    const { id } = await stage.run('armFault', {}, { on: 'listTemplates', answer: { status: 500 } });
    await stage.run('armFault', {}, { on: 'listTemplates', answer: { status: 501 } });
    expect((await stage.run('disarmFault', { fault: id })).faults).toHaveLength(1);
    expect((await templates()).status).toBe(501);
    await stage.run('armFault', {}, { connection: 'stall' });
    expect(await stage.run('disarmFaults')).toEqual({ faults: [] });
    expect(await stage.refusal('disarmFault', { fault: id })).toBe('not-found');
  });
});
