/** Replicas have one state: verbs, races, journals, events, and replicas that join late. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeckhand } from '../../src/app/deckhand.js';
import { describeWithStore, RedisServer } from './redis-server.js';
import { Replicas, type TestReplica } from './two-replicas.js';

const START = '/presentations/generate';
const MESSAGES = Array.from({ length: 12 }, (_, index) => index);

describeWithStore('replicas', () => {
  let store: RedisServer;
  let replicas: Replicas;
  beforeAll(async () => {
    store = await RedisServer.start('--appendonly', 'no');
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await store.send('FLUSHALL');
    replicas = await Replicas.start(store.address, { snapshotEvery: 40 });
  });
  afterEach(() => replicas.close());

  const first = (): TestReplica => replicas.all[0] as TestReplica;
  const start = async (): Promise<string> =>
    (await replicas.json(START, { json: { prompt: 'Tides' } })).generation_id;
  const completed = async (): Promise<string> => {
    const id = await start();
    await replicas.workspace('ws_dev').clock.advance('1m');
    return `/presentations/${id.replace('gen_', 'pres_')}`;
  };

  describe('that race', () => {
    it('give every job its own id', async () => {
      const ids = await Promise.all(MESSAGES.map(start));
      expect(new Set(ids).size).toBe(ids.length);
      expect(await replicas.workspace('ws_dev').jobs()).toHaveLength(ids.length);
    });

    it('agree on the last of several renames', async () => {
      const path = await completed();
      const answers = await Promise.all(
        MESSAGES.map((title) => replicas.json(path, { method: 'PATCH', json: { title: `Title ${title}` } })),
      );
      expect(answers.map(({ title }) => title)).toEqual(MESSAGES.map((title) => `Title ${title}`));
      const titles = await Promise.all(
        replicas.all.map(async ({ url }) => (await replicas.json(path, {}, url)).title),
      );
      expect(new Set(titles).size).toBe(1);
      expect(titles[0]).toMatch(/^Title \d+$/);
    });

    it('take one of several replies', async () => {
      await replicas.workspace('ws_dev').use('asks-twice');
      const id = await start();
      await replicas.workspace('ws_dev').clock.pause();
      await replicas.workspace('ws_dev').clock.next(id);
      await Promise.all(
        MESSAGES.map(() => replicas.fetch(`${START}/${id}/message`, { json: { message: 'Yes' } })),
      );
      for (const { deckhand } of replicas.all) {
        const job = deckhand.service.shared.store.job('ws_dev', id);
        expect(job?.events.map(({ kind }) => kind)).toEqual(['reply']);
      }
      expect((await replicas.json(`${START}/${id}/status`)).status).toBe('generating');
    });

    it('play an active fault as often as it says', async () => {
      await replicas.workspace('ws_dev').arm({ on: ['listTemplates'], answer: { status: 503 }, times: 3 });
      const answers = await Promise.all(MESSAGES.map(() => replicas.fetch('/templates')));
      expect(answers.filter(({ status }) => status === 503)).toHaveLength(3);
    });

    it('grant a rate once', async () => {
      await replicas.workspace('ws_dev').use('rate-limit-policy');
      const all = [...MESSAGES, ...MESSAGES, ...MESSAGES];
      const answers = await Promise.all(all.map(() => replicas.fetch('/templates')));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    });
  });

  it('create a key that every replica accepts, and keep it out of the store', async () => {
    const { key } = await replicas.workspace('ws_dev').createKey();
    for (const { url } of replicas.all)
      expect((await replicas.fetch('/templates', { key }, url)).status).toBe(200);
    await replicas.settle();
    expect(await store.send('XRANGE {deckhand}:log - +')).not.toContain(key);
  });

  it('share a sandbox, and evict the same one', async () => {
    await replicas.close();
    await store.send('FLUSHALL');
    replicas = await Replicas.start(store.address, { sandboxes: 2 });
    for (const name of ['one', 'two', 'one', 'three'])
      await replicas.fetch('/templates', { key: `sandbox-${name}` });
    await replicas.settle();
    for (const { deckhand } of replicas.all)
      expect(deckhand.directory.sandboxes().map(({ row }) => row.id)).toEqual([
        'ws_sandbox_one',
        'ws_sandbox_three',
      ]);
  });

  it('show the exchanges of all replicas, with headers and bodies', async () => {
    for (const { url } of replicas.all)
      await replicas.json(START, { json: { prompt: `Asked at ${url}` } }, url);
    await replicas.fetch('/templates', { key: 'nobody-has-this-key' }, first().url);
    for (const replica of replicas.all) {
      const exchanges = await replicas.workspace('ws_dev', replica).journal();
      expect(exchanges.map(({ sequence }) => sequence)).toEqual([1, 2]);
      expect(exchanges.map(({ request }) => request.body?.text)).toEqual(
        replicas.all.map(({ url }) => JSON.stringify({ prompt: `Asked at ${url}` })),
      );
      expect(exchanges[0]?.response?.body?.text).toContain('generation_id');
      expect(JSON.stringify(exchanges)).not.toContain('deckhand-dev-key');
      const all = await replicas.workspace('ws_dev', replica).journal({ unassigned: 'true' } as object);
      expect(all).toHaveLength(3);
    }
  });

  it('send the events of all replicas to the follower of one', async () => {
    const [one, other] = replicas.all as [TestReplica, TestReplica];
    const gone = new AbortController();
    const response = await fetch(`${one.url}/_deckhand/api/workspaces/ws_dev/events`, {
      signal: gone.signal,
    });
    await replicas.fetch(START, { json: { prompt: 'Elsewhere' } }, other.url);
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (/event: exchange/.test(text) && /event: job/.test(text)) break;
    }
    gone.abort();
    expect(text).toContain('/presentations/generate');
  });

  it('release a response when another replica sets the clock', async () => {
    const [one, other] = replicas.all as [TestReplica, TestReplica];
    const workspace = replicas.workspace('ws_dev', other);
    await workspace.clock.pause();
    await workspace.arm({ on: ['listTemplates'], latency: '90s' });
    const waiting = replicas.fetch('/templates', {}, one.url);
    await expect.poll(() => workspace.clock.held()).toBe(1);
    await workspace.clock.advance('90s');
    expect((await waiting).status).toBe(200);
    expect(await workspace.clock.held()).toBe(0);
  });

  describe('that join late', () => {
    it('have the whole state, after the log was trimmed', async () => {
      const workspace = replicas.workspace('ws_dev');
      await workspace.use({ yaml: 'title: Ours\nsteps:\n  - work: { for: 5s }\n  - complete: {}\n' });
      const path = await completed();
      await replicas.fetch(path, { method: 'PATCH', json: { title: 'Kept' } });
      await replicas.fetch('/templates', { key: 'sandbox-late' });
      await workspace.arm({ on: ['listTemplates'], answer: { status: 503 }, times: 2 });
      await workspace.clock.setSpeed(0.3);
      // Two snapshots, so that the log loses its beginning.
      await expect
        .poll(async () => {
          await replicas.fetch(path);
          return store.send('XRANGE {deckhand}:log - + COUNT 1');
        })
        .not.toContain('"t":"s"}');

      const late = await replicas.join();
      await replicas.settle();
      const views = await Promise.all(
        replicas.all.map(async (replica) => {
          const {
            clock: _,
            exchanges: __,
            evicted: ___,
            ...summary
          } = await replicas.workspace('ws_dev', replica).info();
          const state = replica.deckhand.service.workspace('ws_dev', 0);
          return {
            ...summary,
            clock: state.clock,
            counted: state.counted,
            activation: state.activation,
            faults: state.armed.list(0),
            records: replica.deckhand.service.shared.store.dump('ws_dev'),
            sandboxes: replica.deckhand.directory.sandboxes(),
            sequence: replica.deckhand.service.sequence,
          };
        }),
      );
      expect(views.at(-1)).toEqual(views[0]);
      expect((await replicas.json(path, {}, late.url)).title).toBe('Kept');
      expect((await replicas.workspace('ws_dev', late).journal()).length).toBeGreaterThan(20);
      const { active } = late.deckhand.service.workspace('ws_dev', 0);
      expect(active?.title).toBe('Ours');
      // The fault is active for all.
      expect((await replicas.fetch('/templates', {}, late.url)).status).toBe(503);
      expect((await replicas.fetch('/templates')).status).toBe(503);
      expect((await replicas.fetch('/templates')).status).toBe(200);
    });

    it('continue from a snapshot of another mock server that one of them restored', async () => {
      const elsewhere = createDeckhand({ scenario: 'instant', seed: 7 }).workspace('ws_dev');
      await elsewhere.start({ prompt: 'Elsewhere' });
      await elsewhere.arm({ on: ['listTemplates'], answer: { status: 503 } });
      const snapshot = await elsewhere.snapshot();
      await replicas.workspace('ws_dev').restore(snapshot);
      await expect
        .poll(async () => {
          await replicas.fetch('/templates', { key: 'sandbox-other' });
          return store.send('XRANGE {deckhand}:log - + COUNT 1');
        })
        .not.toContain('"restoreSnapshot"');
      const late = await replicas.join();
      const { jobs, faults, settings } = await replicas.workspace('ws_dev', late).snapshot();
      expect({ jobs, faults, settings }).toEqual({
        jobs: snapshot.jobs,
        faults: snapshot.faults,
        settings: snapshot.settings,
      });
    });

    it('continue after all others have stopped', async () => {
      const path = await completed();
      for (const replica of [...replicas.all]) await replicas.leave(replica);
      const late = await replicas.join();
      expect((await replicas.json(path, {}, late.url)).title).toBeDefined();
    });
  });
});
