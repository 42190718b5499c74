/** Everything that a request can make the server store is limited, and the oldest is evicted first. */
import { describe, expect, it } from 'vitest';
import { Deckhand, type EvictionKind } from '../../src/app/deckhand.js';
import { truncateBody } from '../../src/journal/journal-ring.js';
import type { Scenario } from '../../src/generated/control-api.js';

const API = 'http://127.0.0.1:4010/api/v1';

const send = (deckhand: Deckhand, method: string, path: string, body?: unknown, key = 'deckhand-dev-key') =>
  deckhand.fetch(`${API}${path}`, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const start = async (deckhand: Deckhand, prompt: string): Promise<string> =>
  (await (await send(deckhand, 'POST', '/presentations/generate', { prompt })).json()).generation_id;
const poll = async (deckhand: Deckhand, id: string): Promise<number> =>
  (await send(deckhand, 'GET', `/presentations/generate/${id}/status`)).status;

/** A mock server, and what it evicted. */
function observed(options: ConstructorParameters<typeof Deckhand>[0] = {}) {
  const evicted: [kind: EvictionKind, workspace: string][] = [];
  const deckhand = new Deckhand(options, { onEviction: (...what) => evicted.push(what) });
  return { deckhand, evicted };
}

describe('a workspace stores at most', () => {
  it('10,000 jobs, or maxStoredJobs', async () => {
    const { deckhand, evicted } = observed();
    const dev = deckhand.workspace('ws_dev');
    const first = dev.startJob({ prompt: 'first' });
    for (let job = 1; job < 10_000; job += 1) dev.startJob({ prompt: 'more' });
    expect(await poll(deckhand, first.generation_id)).toBe(200);
    const last = dev.startJob({ prompt: 'last' });
    expect(await poll(deckhand, first.generation_id)).toBe(404);
    expect(await poll(deckhand, last.generation_id)).toBe(200);
    expect(dev.info().job_count).toBe(10_000);
    expect(dev.info().evicted.jobs).toBe(1);
    expect(evicted).toEqual([['jobs', 'ws_dev']]);

    const small = observed({ maxStoredJobs: 2 }).deckhand;
    const ids = [await start(small, 'a'), await start(small, 'b'), await start(small, 'c')];
    expect(await Promise.all(ids.map((id) => poll(small, id)))).toEqual([404, 200, 200]);
  });

  it('maxStoredJobs presentations from templates', async () => {
    const { deckhand, evicted } = observed({ maxStoredJobs: 2 });
    const ids: string[] = [];
    for (let deck = 0; deck < 3; deck += 1) {
      const response = await send(deckhand, 'POST', '/presentations', { template_id: 'tpl_pitch' });
      ids.push((await response.json()).id);
    }
    const statuses = ids.map(async (id) => (await send(deckhand, 'GET', `/presentations/${id}`)).status);
    expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
    expect(evicted).toEqual([['presentations', 'ws_dev']]);
  });

  it('1,000 exchanges', async () => {
    const { deckhand, evicted } = observed();
    for (let sent = 0; sent < 1001; sent += 1) await send(deckhand, 'GET', '/templates');
    const { exchange_count, evicted: counts } = deckhand.workspace('ws_dev').info();
    expect([exchange_count, counts.exchanges]).toEqual([1000, 1]);
    // This happens to everybody, so it is counted and not reported.
    expect(evicted).toEqual([]);
  });

  it('8 MiB of bodies', async () => {
    const { deckhand } = observed();
    const body = { prompt: 'x'.repeat(100_000) };
    for (let sent = 0; sent < 150; sent += 1) await send(deckhand, 'POST', '/presentations/generate', body);
    const exchanges = deckhand.workspace('ws_dev').journal();
    const bytes = exchanges.flatMap(({ request, response }) => [request.body, response?.body]);
    const sum = bytes.reduce((all, one) => all + (one?.text.length ?? 0), 0);
    expect(sum).toBeLessThanOrEqual(8_388_608);
    expect(exchanges.length).toBeGreaterThan(100);
  });
});

describe('a mock server stores at most', () => {
  it('200 sandboxes: the least recently used is evicted first', async () => {
    const { deckhand, evicted } = observed();
    const jobs = async (key: string): Promise<number> => deckhand.workspace(key).info().job_count;
    for (let number = 0; number < 200; number += 1)
      await send(deckhand, 'POST', '/presentations/generate', { prompt: 'tides' }, `sandbox-${number}`);
    await send(deckhand, 'GET', '/templates', undefined, 'sandbox-0');
    await send(deckhand, 'GET', '/templates', undefined, 'sandbox-more');
    expect(evicted).toEqual([['sandboxes', 'ws_sandbox_1']]);
    expect(deckhand.workspaces().filter(({ sandbox }) => sandbox)).toHaveLength(200);
    expect([await jobs('sandbox-0'), await jobs('sandbox-1')]).toEqual([1, 0]);
  });

  it('1,000 scenarios that only running jobs use: the jobs of the oldest are evicted', async () => {
    const { deckhand, evicted } = observed();
    const dev = deckhand.workspace('ws_dev');
    const scenario = (number: number): Scenario => ({
      title: `Scenario ${number}`,
      steps: [{ generate: { for: '1h' } }, { complete: {} }],
    });
    const ids: string[] = [];
    for (let number = 0; number < 1001; number += 1) {
      dev.useScenario(scenario(number));
      ids.push(dev.startJob({ prompt: 'tides' }).generation_id);
    }
    expect(await Promise.all([0, 1, 1000].map((job) => poll(deckhand, ids[job] as string)))).toEqual([
      404, 200, 200,
    ]);
    expect(evicted).toEqual([['scenarios', '']]);
  });
});

describe('a body of more than 64 KiB', () => {
  const long = 'A deck about tides. '.repeat(10_000);
  const deck: Scenario = {
    title: 'A long deck',
    steps: [{ complete: { sections: [{ title: 'Tides', bullets: [long] }] } }],
  };

  it('is truncated, with its size', async () => {
    const { deckhand } = observed({ scenario: deck });
    await poll(deckhand, await start(deckhand, 'tides'));
    const body = deckhand.workspace('ws_dev').journal()[1]?.response?.body;
    expect(body?.truncated).toBe(true);
    expect(body?.bytes).toBeGreaterThan(long.length);
    expect(body?.text).toHaveLength(truncateBody('x'.repeat(100_000), 100_000).text.length);
  });

  it('causes no findings about a client', async () => {
    const { deckhand } = observed({ scenario: deck });
    const id = await start(deckhand, 'tides');
    await poll(deckhand, id);
    // Its id is in the stored part of the poll, and its end is not.
    const presentation = id.replace('gen_', 'pres_');
    await send(deckhand, 'GET', `/presentations/${presentation}`);
    await send(deckhand, 'PATCH', `/presentations/${presentation}`, { title: 'Tides' });
    const { rules, outcome } = await deckhand.workspace('ws_dev').clientReport();
    expect(rules.flatMap(({ findings }) => findings.map(({ message }) => message))).toEqual([]);
    expect(outcome).not.toBe('fail');
  });
});
