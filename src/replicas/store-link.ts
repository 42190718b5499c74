/** One connection to the store. It is used until it breaks, and then replaced: nothing is sent again by itself. */
import type { Redis } from 'ioredis';
import { clearRealTimeout, setRealTimeout } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import { fenceKey, KEYS, SCRIPTS } from './scripts.js';
import type { StoreAddress } from './store-address.js';

/** Real milliseconds until a connection attempt, or a response, counts as lost. */
const PATIENCE = 3_000;

export type RawEntry = readonly [position: string, fields: readonly string[]];
export type Appended = readonly ['fenced'] | readonly ['gone'] | readonly ['ok', number, readonly RawEntry[]];

interface Scripts {
  enterDeckhand(...keysAndValues: (string | number)[]): Promise<string[]>;
  appendDeckhand(...keysAndValues: (string | number)[]): Promise<Appended>;
  beatDeckhand(...keysAndValues: (string | number)[]): Promise<number>;
  leaveDeckhand(...keysAndValues: (string | number)[]): Promise<number>;
  lockDeckhand(...keysAndValues: (string | number)[]): Promise<number>;
  loadingDeckhand(...keysAndValues: (string | number)[]): Promise<number>;
  publishDeckhand(...keysAndValues: (string | number)[]): Promise<number>;
}

export class StoreLink {
  readonly #client: Redis & Scripts;

  private constructor(client: Redis & Scripts) {
    this.#client = client;
  }

  /**
   * Connects.
   * @param onLost called once when the connection ends
   * @throws what the client throws, or a UserError when the client is not installed
   */
  static async open(address: StoreAddress, onLost: () => void): Promise<StoreLink> {
    const { Redis: Client } = await loadClient();
    const { host, port, database, username, password, isTls } = address;
    const client = new Client({
      host,
      port,
      ...(username !== undefined && { username }),
      ...(password !== undefined && { password }),
      ...(isTls && { tls: { servername: host } }),
      lazyConnect: true,
      connectTimeout: PATIENCE,
      // A command that is sent twice could be kept twice. Deckhand itself decides what to send again.
      retryStrategy: () => null,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      enableReadyCheck: false,
      scripts: SCRIPTS,
    });
    let reason: unknown;
    client.on('error', (error: unknown) => (reason ??= error));
    try {
      await client.connect();
      // The first command shows a wrong password, which `connect` does not.
      await within(client.ping());
      // The client's own option would go on with database 0 when there is no such database.
      if (database > 0) await within(client.select(database));
    } catch (error) {
      client.disconnect();
      throw reason ?? error;
    }
    client.once('close', onLost);
    return new StoreLink(client as Redis & Scripts);
  }

  /** Registers this connection. @returns the fields of the store */
  async enter(
    replica: string,
    epoch: number,
    lease: number,
    store: {
      readonly format: number;
      readonly version: string;
      readonly config: string;
      readonly id: string;
    },
  ): Promise<Readonly<Record<string, string>>> {
    const fields = await within(
      this.#client.enterDeckhand(
        KEYS.meta,
        KEYS.log,
        fenceKey(replica),
        KEYS.replicas,
        store.format,
        store.version,
        store.config,
        store.id,
        epoch,
        lease,
        replica,
      ),
    );
    const pairs: [string, string][] = [];
    for (let index = 0; index + 1 < fields.length; index += 2)
      pairs.push([fields[index] as string, fields[index + 1] as string]);
    return Object.fromEntries(pairs);
  }

  append(
    replica: string,
    epoch: number,
    position: string,
    most: number,
    commands: readonly string[],
  ): Promise<Appended> {
    const { log, meta } = KEYS;
    return within(
      this.#client.appendDeckhand(log, fenceKey(replica), meta, epoch, position, most, ...commands),
    );
  }

  async beat(replica: string, epoch: number, lease: number): Promise<void> {
    const { replicas, log, meta } = KEYS;
    await within(this.#client.beatDeckhand(fenceKey(replica), replicas, log, meta, epoch, lease, replica));
  }

  async leave(replica: string): Promise<void> {
    const { replicas, log, meta } = KEYS;
    await within(this.#client.leaveDeckhand(fenceKey(replica), replicas, log, meta, replica));
  }

  /** Takes a lock that expires by itself. @returns whether the lock was free */
  async lock(key: string, value: string, milliseconds: number): Promise<boolean> {
    return (await within(this.#client.lockDeckhand(key, value, milliseconds))) === 1;
  }

  /** Says that a replica loads the snapshot, for a time. */
  async beginLoading(replica: string, milliseconds: number): Promise<void> {
    await within(this.#client.loadingDeckhand(KEYS.loading, milliseconds, replica));
  }

  async endLoading(replica: string): Promise<void> {
    await within(this.#client.zrem(KEYS.loading, replica));
  }

  async delete(key: string): Promise<void> {
    await within(this.#client.del(key));
  }

  async push(key: string, chunk: Buffer): Promise<void> {
    await within(this.#client.rpush(key, chunk));
  }

  /** A snapshot that is never published disappears. */
  async expire(key: string, milliseconds: number): Promise<void> {
    await within(this.#client.pexpire(key, milliseconds));
  }

  async persist(key: string): Promise<void> {
    await within(this.#client.persist(key));
  }

  chunk(key: string, index: number): Promise<Buffer | null> {
    return within(this.#client.lindexBuffer(key, index));
  }

  /** @param loadingTime the real milliseconds that the sign of a loading replica is valid */
  async publish(key: string, position: string, writer: string, loadingTime: number): Promise<boolean> {
    const { meta, log, loading, writing } = KEYS;
    const published = await within(
      this.#client.publishDeckhand(meta, log, loading, writing, key, position, writer, loadingTime),
    );
    return published === 1;
  }

  info(section: string): Promise<string> {
    return within(this.#client.info(section));
  }

  /** The value of a setting of the server. @throws when the server does not allow it */
  async setting(name: string): Promise<string | undefined> {
    const response: unknown = await within(this.#client.config('GET', name));
    return Array.isArray(response) ? String(response[1]) : undefined;
  }

  close(): void {
    this.#client.disconnect();
  }
}

/** A missing reply breaks the connection, because the order of later replies would be unknown. */
async function within<T>(response: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setRealTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setRealTimeout(() => reject(new Error('The server timed out.')), PATIENCE);
  });
  try {
    return await Promise.race([response, late]);
  } finally {
    clearRealTimeout(timer);
  }
}

async function loadClient(): Promise<{ readonly Redis: typeof Redis }> {
  try {
    return await import('ioredis');
  } catch (cause) {
    throw new UserError('bad-option', 'A store needs the package ioredis, which is not installed.', {
      hint: 'Install it beside deckhand: npm install ioredis@6',
      cause,
    });
  }
}
