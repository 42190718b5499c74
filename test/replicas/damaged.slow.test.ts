/** What replicas do when a part of the store is lost or damaged, or when the clock of the store was wrong. */
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { Deckhand } from '../../src/app/deckhand.js';
import { SharedStore } from '../../src/replicas/shared-store.js';
import { describeWithStore, RedisServer } from './redis-server.js';
import { Replicas, type TestReplica } from './two-replicas.js';

const START = '/presentations/generate';
const HOUR = 3_600_000;
/** As the inline form of commands needs it. */
const COMMAND = JSON.stringify('{"t":"s"}');

describeWithStore('a store', () => {
  let replicas: Replicas;
  afterEach(() => replicas.close());

  const started = async (options = {}): Promise<RedisServer> => {
    const store = await RedisServer.start('--appendonly', 'no');
    onTestFinished(() => store.close());
    replicas = await Replicas.start(store.address, options);
    return store;
  };
  const start = async (): Promise<string> =>
    (await replicas.json(START, { json: { prompt: 'Tides' } })).generation_id;
  const statuses = async (path: string): Promise<number[]> =>
    Promise.all(replicas.all.map(async ({ url }) => (await replicas.fetch(path, {}, url)).status));
  const told = (): string => replicas.all.flatMap((replica) => replica.told).join('\n');

  it('that lost only its log goes on from its latest snapshot, also for a replica that joins', async () => {
    const store = await started({ snapshotEvery: 20 });
    const kept = await start();
    // A snapshot is written.
    await expect
      .poll(async () => {
        await replicas.fetch('/templates');
        return store.send('HEXISTS {deckhand}:meta snapshot');
      })
      .toBe(':1\r\n');
    const lost = await start();
    await replicas.settle();
    await store.send('DEL {deckhand}:log');
    await expect.poll(() => statuses('/templates')).toEqual([200, 200]);
    await replicas.join();
    expect(await statuses(`${START}/${kept}/status`)).toEqual([200, 200, 200]);
    expect(await statuses(`${START}/${lost}/status`)).toEqual([404, 404, 404]);
    expect(await statuses(`${START}/${await start()}/status`)).toEqual([200, 200, 200]);
    expect(told()).toContain('lost confirmed commands');
  });

  it('that lost its log before its first snapshot begins anew', async () => {
    const store = await started();
    await start();
    await replicas.settle();
    await store.send('DEL {deckhand}:log');
    await expect.poll(() => statuses('/templates')).toEqual([200, 200]);
    expect(await replicas.workspace('ws_dev').jobs()).toEqual([]);
  });

  it('that lost its snapshot makes a new replica say what to delete', async () => {
    const store = await started({ snapshotEvery: 20 });
    await expect
      .poll(async () => {
        await replicas.fetch('/templates');
        return store.send('HEXISTS {deckhand}:meta snapshot');
      })
      .toBe(':1\r\n');
    await replicas.close();
    replicas.all.length = 0;
    const name = (await store.send('HGET {deckhand}:meta snapshot')).split('\r\n')[1];
    await store.send(`DEL ${name}`);
    const shared = new SharedStore({ store: store.address });
    const joined = shared.start(
      new Deckhand({ publicUrl: 'http://proxy.example' }, { shared: shared.shared }),
    );
    await expect(joined).rejects.toMatchObject({
      code: 'bad-store',
      message: expect.stringContaining(`The snapshot ${name} is missing or damaged.`),
      hint: expect.stringContaining('{deckhand}:*'),
    });
    await shared.close();
  });

  it.each(['not JSON', 'null', '{"t":"unknown"}'])(
    'with the log entry %s responds with 503 and says what to delete; then all is as before',
    async (text) => {
      const store = await started();
      const id = await start();
      await replicas.settle();
      const reply = await store.send(`XADD {deckhand}:log * c ${JSON.stringify(text)}`);
      const position = reply.split('\r\n')[1] as string;
      const responses = await Promise.all(
        replicas.all.map(({ url }) => replicas.fetch(`${START}/${id}/status`, {}, url)),
      );
      expect(responses.map(({ status }) => status)).toEqual([503, 503]);
      await expect.poll(told).toContain(`XDEL {deckhand}:log ${position}`);
      await store.send(`XDEL {deckhand}:log ${position}`);
      await expect.poll(() => statuses(`${START}/${id}/status`)).toEqual([200, 200]);
    },
  );

  it('whose clock was ahead once does not make jobs stand still', async () => {
    const store = await started();
    // What such a store has: the time of its latest command, and a log whose positions begin with that time.
    const ahead = Date.now() + HOUR;
    await store.send(`HSET {deckhand}:meta last ${ahead}`);
    await store.send(`XADD {deckhand}:log ${ahead}-0 c ${COMMAND} t ${ahead}`);
    const id = await start();
    const view = () => replicas.json(`${START}/${id}/status`);
    await replicas.workspace('ws_dev').clock.setSpeed(20);
    await expect.poll(async () => (await view()).status).toBe('completed');
    const times = await Promise.all(
      replicas.all.map(async (replica) => (await replicas.workspace('ws_dev', replica).info()).clock.now),
    );
    // It goes on from the latest time, and never back.
    for (const time of times) expect(Date.parse(time)).toBeGreaterThanOrEqual(ahead);
  });

  it('whose log has positions in the future does not make jobs stand still', async () => {
    const store = await started();
    await store.send(`XADD {deckhand}:log ${Date.now() + HOUR}-0 c ${COMMAND}`);
    const id = await start();
    await replicas.workspace('ws_dev').clock.setSpeed(20);
    await expect.poll(async () => (await replicas.json(`${START}/${id}/status`)).status).toBe('completed');
  });

  it('whose clock was ahead when a replica died or loaded does not wait for that time', async () => {
    const store = await started({ snapshotEvery: 20 });
    const ahead = Date.now() + HOUR;
    await store.send(`ZADD {deckhand}:loading ${ahead} dead`);
    await store.send('SET {deckhand}:writing dead PX 3600000');
    const [one] = replicas.all as [TestReplica];
    await expect
      .poll(
        async () => {
          await replicas.fetch('/templates', {}, one.url);
          return store.send('HEXISTS {deckhand}:meta snapshot');
        },
        { timeout: 40_000 },
      )
      .toBe(':1\r\n');
  });
});
