/** What replicas do while the store is away, full, or has lost something, and at a store that does not fit. */
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { SharedStore } from '../../src/replicas/shared-store.js';
import { freePort } from '../free-port.js';
import { CuttingProxy } from './cutting-proxy.js';
import { describeWithStore, RedisServer } from './redis-server.js';
import { Replicas, type TestReplica } from './two-replicas.js';

const START = '/presentations/generate';
const DURABLE = ['--appendonly', 'yes', '--appendfsync', 'always'];

async function startStore(...args: string[]): Promise<RedisServer> {
  const store = await RedisServer.start(...args);
  onTestFinished(() => store.close());
  return store;
}

describeWithStore('a store', () => {
  let replicas: Replicas | undefined;
  afterEach(async () => {
    await replicas?.close();
    replicas = undefined;
  });
  const started = async (store: RedisServer, options = {}): Promise<[TestReplica, TestReplica]> => {
    replicas = await Replicas.start(store.address, options);
    return replicas.all as [TestReplica, TestReplica];
  };
  const ask = (path: string, json?: unknown, at?: TestReplica) =>
    (replicas as Replicas).fetch(path, json === undefined ? {} : { json }, at?.url);
  const answers = async (path: string): Promise<number> => (await ask(path)).status;

  it('that is away gets every request a 503 with Retry-After, and then all is as before', async () => {
    const store = await startStore(...DURABLE);
    const [one] = await started(store);
    const { generation_id: id } = await (await ask(START, { prompt: 'Before' })).json();
    await store.kill();
    const polls = [`${START}/${id}/status`, '/templates'];
    for (const path of polls) {
      const response = await ask(path);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
      expect((await response.json()).code).toBe('service_unavailable');
    }
    expect((await ask(START, { prompt: 'During' })).status).toBe(503);
    const control = await fetch(`${one.url}/_deckhand/api/workspaces/ws_dev/jobs`);
    expect([control.status, control.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await control.json()).code).toBe('store_unavailable');
    const page = await fetch(`${one.url}/view/ws_dev/${id.replace('gen_', 'pres_')}`);
    expect(page.status).toBe(503);
    await store.run();
    // Both replicas, one after the other.
    await expect
      .poll(async () => [await answers('/templates'), await answers('/templates')])
      .toEqual([200, 200]);
    for (const { url } of (replicas as Replicas).all)
      expect(
        (await (await (replicas as Replicas).fetch(`${START}/${id}/status`, {}, url)).json()).generation_id,
      ).toBe(id);
    expect(await (replicas as Replicas).workspace('ws_dev').jobs()).toHaveLength(1);
    expect(one.told.at(-1)).toBe('');
  });

  it('that hangs is away, too', async () => {
    const store = await startStore('--appendonly', 'no');
    const [one] = await started(store);
    store.pause(true);
    const response = await ask('/templates', undefined, one);
    expect(response.status).toBe(503);
    store.pause(false);
    await expect.poll(() => answers('/templates')).toBe(200);
  });

  it('that ran a command, but whose answer was lost, has it once, and its client gets the response', async () => {
    const store = await startStore('--appendonly', 'no');
    const proxy = await CuttingProxy.start(store.port);
    onTestFinished(() => proxy.close());
    replicas = new Replicas(store.address);
    const one = await replicas.join(proxy.address);
    const other = await replicas.join();
    for (let count = 1; count <= 5; count += 1) {
      proxy.cutNextAnswer();
      const response = await ask(START, { prompt: `Job ${count}` }, one);
      expect(response.status).toBe(202);
      const { generation_id: id } = await response.json();
      expect((await ask(`${START}/${id}/status`, undefined, other)).status).toBe(200);
      expect(await replicas.workspace('ws_dev', other).jobs()).toHaveLength(count);
    }
    expect(proxy.cut).toBe(5);
  });

  it('that loses its last commands makes no replica keep them alone', async () => {
    const store = await startStore('--appendonly', 'no');
    const [one, other] = await started(store);
    await ask(START, { prompt: 'Lost' }, one);
    await replicas?.settle();
    const log = await store.send('XREVRANGE {deckhand}:log + - COUNT 2');
    for (const position of log.match(/\d{13}-\d+/g) ?? [])
      await store.send(`XDEL {deckhand}:log ${position}`);
    await expect.poll(() => answers('/templates')).toBe(200);
    await expect
      .poll(async () => {
        const jobs = await Promise.all(
          [one, other].map((at) =>
            (replicas as Replicas)
              .workspace('ws_dev', at)
              .jobs()
              .catch(() => [1]),
          ),
        );
        return jobs.map(({ length }) => length);
      })
      .toEqual([0, 0]);
    expect((await ask(START, { prompt: 'New' }, other)).status).toBe(202);
    expect(await replicas?.workspace('ws_dev', one).jobs()).toHaveLength(1);
  });

  it('that was emptied begins anew', async () => {
    const store = await startStore('--appendonly', 'no');
    await started(store);
    await ask(START, { prompt: 'Gone' });
    await store.send('FLUSHALL');
    await expect
      .poll(async () => [await answers('/templates'), await answers('/templates')])
      .toEqual([200, 200]);
    expect(await replicas?.workspace('ws_dev').jobs()).toHaveLength(0);
  });

  it('that is full refuses changes with the reason, and reads work', async () => {
    const store = await startStore('--appendonly', 'no');
    const [one] = await started(store);
    const { generation_id: id } = await (await ask(START, { prompt: 'Kept' })).json();
    await replicas?.settle();
    await store.send('CONFIG SET maxmemory 1mb');
    const refused = await ask(START, { prompt: 'Too much' });
    expect(refused.status).toBe(503);
    expect((await refused.json()).detail).toContain('maxmemory');
    for (const { url } of (replicas as Replicas).all) {
      const poll = await (replicas as Replicas).fetch(`${START}/${id}/status`, {}, url);
      expect([poll.status, (await poll.json()).generation_id]).toEqual([200, id]);
    }
    const unknown = { key: 'a-key-of-no-workspace' };
    const withoutChange = await Promise.all([
      replicas?.fetch(`${START}/${id}/status`, { method: 'HEAD' }),
      replicas?.fetch('/templates', unknown),
      replicas?.fetch(START, { ...unknown, json: { prompt: 'Tides' } }),
      replicas?.fetch('/nowhere'),
      replicas?.fetch('/templates', { method: 'DELETE' }),
      // A sandbox that is not open yet would be kept.
      replicas?.fetch('/templates', { key: 'sandbox-new' }),
    ]);
    expect(withoutChange.map((response) => response?.status)).toEqual([200, 401, 401, 404, 405, 503]);
    const control = `${one.url}/_deckhand/api/workspaces/ws_dev`;
    expect((await fetch(`${control}/jobs`)).status).toBe(200);
    const paused = await fetch(`${control}/clock/pause`, { method: 'POST' });
    expect([paused.status, (await paused.json()).code]).toEqual([507, 'store_full']);
    await store.send('CONFIG SET maxmemory 0');
    expect((await ask(START, { prompt: 'Now' })).status).toBe(202);
  });

  describe('does not fit', () => {
    const join = async (store: string, options = {}) => {
      const shared = new SharedStore({ store });
      try {
        return await shared.start(new Deckhand(options, { shared: shared.shared }));
      } finally {
        await shared.close();
      }
    };

    it('when no server listens', async () => {
      await expect(join(`valkey://127.0.0.1:${await freePort()}`)).rejects.toMatchObject({
        code: 'bad-store',
        message: expect.stringContaining('No server listens there.'),
        hint: expect.stringContaining('valkey-server'),
      });
    });

    it('when the password is missing or wrong', async () => {
      const store = await startStore('--requirepass', 'secret-word');
      const wrong = store.address.replace('//', '//:other-word@');
      await expect(join(store.address)).rejects.toThrow('The server needs a password.');
      await expect(join(wrong)).rejects.toThrow('The user or the password is wrong.');
      await expect(join(wrong)).rejects.not.toThrow('other-word');
      await expect(join(store.address.replace('//', '//:secret-word@'))).resolves.toBeInstanceOf(Array);
    });

    it('when it belongs to another version, or to other options', async () => {
      const store = await startStore('--appendonly', 'no');
      await started(store, { seed: 1 });
      await expect(join(store.address, { seed: 2, rateLimit: '5/1s' })).rejects.toThrow(
        'These differ: seed, rate-limit.',
      );
      await expect(join(store.address, { seed: 1, scenario: 'instant' })).rejects.toThrow(
        'These differ: scenario.',
      );
      await store.send('HSET {deckhand}:meta version 0.0.9');
      await expect(join(store.address)).rejects.toThrow('The store belongs to Deckhand 0.0.9');
    });

    it('when another database is out of range', async () => {
      const store = await startStore('--databases', '1');
      await expect(join(`${store.address}/1`)).rejects.toThrow('no database with this number');
    });

    it('when it is no store at all', async () => {
      const http = await Replicas.start((await startStore('--appendonly', 'no')).address, {}, 1);
      onTestFinished(() => http.close());
      await expect(join((http.all[0] as TestReplica).url.replace('http:', 'valkey:'))).rejects.toThrow(
        'does not respond as a Valkey or Redis server',
      );
    });
  });

  it('that can lose data is warned about', async () => {
    const store = await startStore('--appendonly', 'no', '--maxmemory-policy', 'allkeys-lru');
    const [{ warnings }] = await started(store);
    expect(warnings).toEqual([
      expect.stringContaining('appendonly no'),
      expect.stringContaining('allkeys-lru'),
    ]);
  });

  it('that loses nothing is not', async () => {
    const [{ warnings }] = await started(await startStore(...DURABLE));
    expect(warnings).toEqual([]);
  });

  it('that does not show its settings could not be checked', async () => {
    const store = await startStore('--rename-command', 'CONFIG', '');
    const [{ warnings }] = await started(store);
    expect(warnings).toEqual([expect.stringContaining('could not be checked')]);
  });
});
