import { afterAll, beforeAll } from 'vitest';
import { throughSupertest } from '../transports/start-transports.js';
import { describeTransport } from '../transports/transport-suite.js';
import type { Transport } from '../transports/transport.js';
import { describeWithStore, RedisServer } from './redis-server.js';
import { Replicas } from './two-replicas.js';

describeWithStore('two replicas, asked in turn', () => {
  let store: RedisServer;
  beforeAll(async () => {
    store = await RedisServer.start('--appendonly', 'no');
  });
  afterAll(() => store.close());

  const start = async (): Promise<Transport> => {
    await store.send('FLUSHALL');
    const replicas = await Replicas.start(store.address);
    return {
      deckhand: replicas,
      stateOwners: replicas.all.map(({ deckhand }) => deckhand),
      request: (method, path, request) => throughSupertest(replicas.next(), method, path, request),
      close: () => replicas.close(),
    };
  };
  describeTransport('at one store', start);
});
