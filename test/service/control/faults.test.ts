import { beforeEach, describe, expect, it } from 'vitest';
import { ControlHarness } from './control-harness.js';

let harness: ControlHarness;
beforeEach(() => {
  harness = new ControlHarness();
});

const templates = () => harness.api('GET', '/templates');

describe('an active fault', () => {
  it('applies to the next responses of its operation, as often as given, and to no other', async () => {
    await harness.run(
      'addFault',
      {},
      { operation: 'listTemplates', times: 2, response: { status: 429, retry_after: '5s' } },
    );
    const id = await harness.job();
    expect((await harness.poll(id)).status).toBe('generating');
    const first = await templates();
    expect([first.status, first.headers['Retry-After'], first.body.code]).toEqual([429, '5', 'rate_limited']);
    expect([(await templates()).status, (await templates()).status]).toEqual([429, 200]);
    expect((await harness.run('listFaults')).faults).toEqual([]);
  });

  it.each([
    ['a 5xx', { response: { status: 503 } }, { status: 503 }],
    ['a timeout', { connection: 'timeout' }, { delivery: { connection: 'timeout' } }],
    ['half a body', { corrupt: 'truncated' }, { status: 200, delivery: { truncateBody: true } }],
    ['a slow body', { drip: '2s' }, { status: 200, delivery: { drip: 2000 } }],
  ])('is %s', async (_name, effect, expected) => {
    await harness.run('addFault', {}, { operation: 'listTemplates', ...effect });
    expect(await templates()).toMatchObject(expected);
    expect((await templates()).delivery).toBeUndefined();
  });

  it('applies to one job only', async () => {
    const [one, other] = [await harness.job(), await harness.job()];
    await harness.run('addFault', {}, { job: one, times: 2, response: { status: 500 } });
    const status = async (id: string) =>
      (await harness.api('GET', `/presentations/generate/${id}/status`)).status;
    expect([await status(other), await status(one), await status(other), await status(one)]).toEqual([
      200, 500, 200, 500,
    ]);
    expect(await harness.errorOf('addFault', {}, { job: 'gen_nope', latency: '1s' })).toBe(
      'invalid-input /job',
    );
  });

  it('applies with its probability, drawn from the seed, also after a restore', async () => {
    const fault = { operation: 'listTemplates', times: 100, probability: 0.4, response: { status: 500 } };
    const twenty = async (from: ControlHarness) => {
      const statuses = [];
      for (let count = 0; count < 20; count += 1) statuses.push((await from.api('GET', '/templates')).status);
      return statuses;
    };
    await harness.run('addFault', {}, fault);
    await twenty(harness);
    const snapshot = await harness.run('getSnapshot');
    expect(snapshot.workspaces[0]?.faults[0]?.attempts).toBe(20);
    const after = await twenty(harness);
    const failed = after.filter((status) => status === 500).length;
    expect(failed).toBeGreaterThan(2);
    expect(failed).toBeLessThan(15);
    const copy = new ControlHarness();
    await copy.run('restoreSnapshot', {}, snapshot);
    expect(await twenty(copy)).toEqual(after);
  });

  it('ends by itself, on the clock of the workspace', async () => {
    await harness.run('addFault', {}, { operation: 'listTemplates', ttl: '1m', response: { status: 500 } });
    await harness.run('advanceClock', {}, { by: '1m' });
    expect((await templates()).status).toBe(200);
    expect((await harness.run('getWorkspace')).active_fault_count).toBe(0);
  });

  it('applies after the plan and the rate limit, and is noted in the journal', async () => {
    harness = new ControlHarness({ rateLimit: '1/1m' });
    await harness.run('addFault', {}, { operation: 'listTemplates', times: 2, response: { status: 502 } });
    await harness.run('updateWorkspace', {}, { plan: 'free' });
    expect((await templates()).status).toBe(403);
    await harness.run('updateWorkspace', {}, { plan: 'max' });
    expect([(await templates()).status, (await templates()).status]).toEqual([502, 429]);
    const { exchanges } = await harness.run('getJournal');
    expect(exchanges[1]?.metadata?.fault).toBe('active: responds 502');
  });
});

describe('of several active faults that match a request', () => {
  const add = (status: number, fault: object = {}) =>
    harness.run('addFault', {}, { operation: 'listTemplates', response: { status }, ...fault });
  const statuses = async (count: number, from = harness): Promise<number[]> => {
    const all: number[] = [];
    for (let index = 0; index < count; index += 1) all.push((await from.api('GET', '/templates')).status);
    return all;
  };
  const listed = async (from = harness) => {
    const { faults } = await from.run('listFaults');
    return faults.map(({ response, fallback = false }) => [response?.status, fallback]);
  };

  it.each([
    [500, 503],
    [503, 500],
  ])('the newest applies: %i, then %i', async (older, newer) => {
    await add(older);
    await add(newer);
    expect(await listed()).toEqual([
      [newer, false],
      [older, false],
    ]);
    expect(await statuses(3)).toEqual([newer, older, 200]);
  });

  it('the newest applies, also if it is for all operations or for one job', async () => {
    const id = await harness.job();
    const poll = async () => (await harness.api('GET', `/presentations/generate/${id}/status`)).status;
    await harness.run('addFault', {}, { job: id, response: { status: 500 } });
    await harness.run('addFault', {}, { response: { status: 502 } });
    await harness.run('addFault', {}, { operation: 'getGenerationStatus', response: { status: 503 } });
    await harness.run('addFault', {}, { operation: 'listTemplates', response: { status: 504 } });
    expect([await poll(), await poll(), await poll(), await poll()]).toEqual([503, 502, 500, 200]);
  });

  it('a fallback applies after faults that were added before and after it', async () => {
    await add(500);
    await add(501, { fallback: true, times: 2 });
    await add(502);
    expect(await listed()).toEqual([
      [502, false],
      [500, false],
      [501, true],
    ]);
    expect(await statuses(2)).toEqual([502, 500]);
    expect(await statuses(1)).toEqual([501]);
    await add(503);
    expect(await statuses(3)).toEqual([503, 501, 200]);
  });

  it('of fallbacks, the newest applies', async () => {
    await add(500, { fallback: true });
    await add(501, { fallback: true });
    await add(502, { fallback: false });
    expect(await statuses(4)).toEqual([502, 501, 500, 200]);
  });

  it('a fallback comes before the scenario', async () => {
    await harness.run(
      'useScenario',
      {},
      {
        scenario: {
          title: 'No templates',
          steps: [{ complete: {} }],
          faults: [{ operation: 'listTemplates', response: { status: 500 } }],
        },
      },
    );
    await add(501, { fallback: true });
    expect(await statuses(2)).toEqual([501, 500]);
  });

  it('the next one applies where a probability passes over the newest, and each counts what reached it', async () => {
    await add(500, { times: 100, probability: 0.5 });
    await add(501, { times: 100, fallback: true });
    await add(502, { times: 100, probability: 0.5 });
    const all = await statuses(40);
    const countOf = (status: number): number => all.filter((one) => one === status).length;
    expect(countOf(502)).toBeGreaterThan(10);
    expect(countOf(500)).toBeGreaterThan(3);
    expect(countOf(501)).toBeGreaterThan(3);
    expect(countOf(500) + countOf(501) + countOf(502)).toBe(40);
    expect((await harness.run('listFaults')).faults).toMatchObject([
      { attempts: 40, applied: countOf(502), probability: 0.5 },
      { attempts: 40 - countOf(502), applied: countOf(500), probability: 0.5 },
      { applied: countOf(501), fallback: true },
    ]);
  });

  it('the same one applies after a restore', async () => {
    await add(500);
    await add(501, { fallback: true });
    await add(502);
    const snapshot = await harness.run('getSnapshot');
    const before = await listed();
    const copy = new ControlHarness();
    await copy.run('restoreSnapshot', {}, snapshot);
    expect(await listed(copy)).toEqual(before);
    await copy.run('addFault', {}, { operation: 'listTemplates', response: { status: 503 } });
    expect(await statuses(5, copy)).toEqual([503, 502, 500, 501, 200]);
  });

  it('a fallback applies last, also after a restore of a snapshot that lists it first', async () => {
    await add(500);
    await add(501, { fallback: true });
    const { workspaces, ...snapshot } = await harness.run('getSnapshot');
    const edited = workspaces.map((one) => ({ ...one, faults: one.faults.toReversed() }));
    await harness.run('restoreSnapshot', {}, { ...snapshot, workspaces: edited });
    expect(await statuses(3)).toEqual([500, 501, 200]);
  });

  it('those that expired unmet are listed with the oldest first', async () => {
    const expired = async () => (await harness.run('listFaults')).expired.map(({ id }) => id);
    await add(500, { ttl: '1m' });
    await add(501, { ttl: '1m' });
    await harness.run('advanceClock', {}, { by: '2m' });
    expect(await expired()).toEqual(['f1', 'f2']);
    // A request moves them to the list of expired faults.
    await statuses(1);
    await add(502, { ttl: '1m' });
    await harness.run('advanceClock', {}, { by: '2m' });
    expect(await expired()).toEqual(['f1', 'f2', 'f3']);
  });
});
