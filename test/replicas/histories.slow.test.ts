/**
 * Replicas are one mock server: every history of clients that ask them at once could come from a single one, also while the
 * connections to the store break, and while replicas join and leave. Nothing that was confirmed is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import fc, { cases } from '../fast-check.js';
import { randomOf } from '../peers/random.js';
import { CuttingProxy } from './cutting-proxy.js';
import { traffic, type Histories } from './histories.js';
import { isLinearizable } from './linearizable.js';
import { describeWithStore, RedisServer } from './redis-server.js';
import { Replicas, type TestReplica } from './two-replicas.js';

const seeds = (count: number): number[] =>
  fc.sample(fc.integer({ min: 1, max: 2 ** 31 }), cases(count).numRuns);

const verdicts = ({ histories }: Histories) =>
  Object.fromEntries(
    Object.entries(histories).map(([name, { history, model }]) => [name, isLinearizable(history, model)]),
  );
const ALL = { title: true, fault: true, question: true, count: true };

async function expectAll({ jobs }: Histories, { all }: Replicas): Promise<void> {
  for (const { url } of all) {
    const response = await fetch(`${url}/_deckhand/api/workspaces/ws_dev/jobs?limit=1000`);
    const ids = (await response.json()).jobs.map((job: { generation_id: string }) => job.generation_id);
    expect(jobs.filter((id) => !ids.includes(id))).toEqual([]);
  }
}

describeWithStore('histories over replicas', () => {
  const onStore = async (run: (store: RedisServer, random: () => number) => Promise<void>, seed: number) => {
    const store = await RedisServer.start('--appendonly', 'no');
    onTestFinished(() => store.close());
    await run(store, randomOf(seed));
    await store.close();
  };
  const limit = (count: number): number => 60_000 + cases(count).numRuns * 20_000;

  it(
    'are linearizable',
    async () => {
      for (const seed of seeds(3))
        await onStore(async (store, random) => {
          const replicas = await Replicas.start(store.address, { snapshotEvery: 40 }, 3);
          const seen = await traffic(
            replicas.all.map(({ url }) => url),
            { random, clients: 8, operations: 25 },
          );
          expect([seed, verdicts(seen)]).toEqual([seed, ALL]);
          await expectAll(seen, replicas);
          await replicas.close();
        }, seed);
    },
    limit(3),
  );

  it(
    'are linearizable while connections break and replicas join and leave',
    async () => {
      for (const seed of seeds(3))
        await onStore(async (store, random) => {
          const replicas = new Replicas(store.address, { snapshotEvery: 40 });
          const proxies = await Promise.all([0, 1].map(() => CuttingProxy.start(store.port)));
          for (const proxy of proxies) await replicas.join(proxy.address);
          const urls = replicas.all.map(({ url }) => url);
          let isOver = false;
          const trouble = async (): Promise<void> => {
            while (!isOver) {
              const proxy = proxies[Math.floor(random() * proxies.length)] as CuttingProxy;
              if (random() < 0.7) proxy.cutNextAnswer();
              else {
                proxy.shut(true);
                await sleep(random() * 200);
                proxy.shut(false);
              }
              const late: TestReplica = await replicas.join();
              await sleep(random() * 50);
              await replicas.leave(late);
            }
          };
          let troubled: Promise<void> | undefined;
          const onReady = (): void => void (troubled = trouble());
          const seen = await traffic(urls, { random, clients: 8, operations: 25, onReady }).finally(
            () => (isOver = true),
          );
          await troubled;
          expect([seed, verdicts(seen)]).toEqual([seed, ALL]);
          expect(proxies.reduce((sum, { cut }) => sum + cut, 0)).toBeGreaterThan(0);
          await expect.poll(() => replicas.settle().then(() => 'settled', String)).toBe('settled');
          await expectAll(seen, replicas);
          await replicas.close();
          await Promise.all(proxies.map((proxy) => proxy.close()));
        }, seed);
    },
    limit(3),
  );

  it('of servers with a store of their own are not: the judge finds it', async () => {
    await onStore(async (store, random) => {
      const one = await Replicas.start(store.address, {}, 1);
      const other = await Replicas.start(`${store.address}/1`, {}, 1);
      const urls = [...one.all, ...other.all].map(({ url }) => url);
      const seen = await traffic(urls, { random, clients: 8, operations: 25 });
      expect(Object.values(verdicts(seen))).toContain(false);
      await Promise.all([one.close(), other.close()]);
    }, 7);
  });
});
