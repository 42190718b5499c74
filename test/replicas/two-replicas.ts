/** Several servers at one store, and a client that asks them in turn. A bug in one of them fails the test. */
import type { AsyncWorkspace } from '../../src/app/async-workspace.js';
import { Deckhand, type DeckhandOptions } from '../../src/app/deckhand.js';
import { connectDeckhand } from '../../src/app/remote.js';
import { SharedStore } from '../../src/replicas/shared-store.js';
import { startServer } from '../../src/server/server.js';

export interface TestReplica {
  readonly url: string;
  readonly deckhand: Deckhand;
  /** What the server printed about its store. */
  readonly told: readonly string[];
  readonly warnings: readonly string[];
  close(): Promise<void>;
}

export interface ReplicaOptions extends DeckhandOptions {
  /** The number of commands between two snapshots. */
  readonly snapshotEvery?: number;
}

export class Replicas {
  readonly all: TestReplica[] = [];
  readonly #store: string;
  readonly #options: ReplicaOptions;
  readonly #bugs: unknown[] = [];
  #next = 0;

  /** @param store the address */
  constructor(store: string, options: ReplicaOptions = {}) {
    this.#store = store;
    this.#options = options;
  }

  static async start(store: string, options: ReplicaOptions = {}, count = 2): Promise<Replicas> {
    const replicas = new Replicas(store, options);
    for (let index = 0; index < count; index += 1) await replicas.join();
    return replicas;
  }

  /** @param store another way to the same store */
  async join(store = this.#store): Promise<TestReplica> {
    const { snapshotEvery, ...options } = this.#options;
    const told: string[] = [];
    const onBug = (error: unknown): void => void this.#bugs.push(error);
    const shared = new SharedStore({ store, snapshotEvery, onBug, onTrouble: (text) => told.push(text) });
    const deckhand = new Deckhand(
      { publicUrl: 'http://proxy.example', ...options },
      { shared: shared.shared },
    );
    const warnings = await shared.start(deckhand);
    const server = await startServer(deckhand, { host: '127.0.0.1', port: 0, onBug });
    const replica: TestReplica = {
      url: server.url,
      deckhand,
      told,
      warnings,
      close: async () => {
        await server.close();
        await shared.close();
      },
    };
    this.all.push(replica);
    return replica;
  }

  /** Closes one. */
  async leave(replica: TestReplica): Promise<void> {
    this.all.splice(this.all.indexOf(replica), 1);
    await replica.close();
  }

  /** The address of the next server. */
  next(): string {
    const { url } = this.all[this.#next % this.all.length] as TestReplica;
    this.#next += 1;
    return url;
  }

  fetch(
    path: string,
    { json, key = 'deckhand-dev-key', method }: Asked = {},
    at = this.next(),
  ): Promise<Response> {
    return fetch(`${at}/api/v1${path.replace(/^\/api\/v1/, '')}`, {
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      headers: { 'x-api-key': key, ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  }

  async json(path: string, asked?: Asked, at?: string): Promise<ReturnType<typeof JSON.parse>> {
    return (await this.fetch(path, asked, at)).json();
  }

  /** Waits until every server has sent its exchanges, and has applied those of the others. */
  async settle(): Promise<void> {
    for (const { deckhand } of [...this.all, ...this.all]) await deckhand.service.current();
  }

  /** A workspace; each of its verbs goes to the next server, or to the given one. */
  workspace(id: string, at?: TestReplica): AsyncWorkspace {
    return connectDeckhand('http://127.0.0.1:4010', {
      fetch: async (input, init) => {
        await this.settle();
        const request = new Request(input, init);
        const { pathname, search } = new URL(request.url);
        const body = request.method === 'GET' ? undefined : await request.text();
        return fetch((at?.url ?? this.next()) + pathname + search, {
          method: request.method,
          headers: request.headers,
          ...(body !== undefined && { body }),
        });
      },
    }).workspace(id);
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map((replica) => replica.close()));
    if (this.#bugs.length > 0) throw new AggregateError(this.#bugs, 'Bugs surfaced in replicas');
  }
}

interface Asked {
  readonly json?: unknown;
  readonly key?: string;
  readonly method?: string;
}
