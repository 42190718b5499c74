/** Joins a mock server to the others at a store: connects, checks that they fit, loads the state, and follows the log. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SharedState } from '../app/bare-deckhand.js';
import type { Deckhand } from '../app/deckhand.js';
import { UserError } from '../base/user-error.js';
import { LEASE, type Connected } from './command-log.js';
import { durabilityWarnings, isRecent, serverVersion } from './durability.js';
import { differences, fingerprintOf, type Fingerprint, type ServerSettings } from './fingerprint.js';
import { Replica } from './replica.js';
import { markLoading, readSnapshot, SnapshotWriter } from './snapshot-writer.js';
import type { StateLoader } from './state-copy.js';
import { readStoreAddress, type StoreAddress } from './store-address.js';
import { startError } from './store-error.js';
import { StoreLink } from './store-link.js';

/** The format of the commands and of the snapshots. */
const FORMAT = 1;

export interface SharedStoreOptions {
  /** `valkey://host:port`. */
  readonly store: string;
  /** The version of Deckhand. Default: that of this package. */
  readonly version?: string | undefined;
  readonly onBug?: (error: unknown) => void;
  /** Called when the store goes away, with the reason, and with an empty text when it is back. */
  readonly onTrouble?: (message: string) => void;
  /** The number of commands between two snapshots. */
  readonly snapshotEvery?: number | undefined;
}

export class SharedStore {
  readonly #address: StoreAddress;
  readonly #version: string;
  readonly #replica: Replica;
  readonly #writer: SnapshotWriter;
  #fingerprint: Fingerprint = {};
  #storeId = '';
  #epoch = 0;

  /** @throws UserError when the address is wrong */
  constructor({
    store,
    version = packageVersion(),
    onBug = () => {},
    onTrouble = () => {},
    snapshotEvery,
  }: SharedStoreOptions) {
    this.#address = readStoreAddress(store);
    this.#version = version;
    this.#replica = new Replica(
      onBug,
      onTrouble,
      (position) => this.#connect(position),
      () => this.#writer.onQuiet(),
    );
    this.#writer = new SnapshotWriter(this.#replica, snapshotEvery);
  }

  /** For the constructor of the mock server. */
  get shared(): SharedState {
    return this.#replica;
  }

  /** The address without its password. */
  get shown(): string {
    return this.#address.shown;
  }

  /**
   * @param server the options that the mock server does not know
   * @returns what the store can lose
   * @throws UserError when the store cannot be used
   */
  async start(deckhand: Deckhand, server: ServerSettings = {}): Promise<string[]> {
    this.#fingerprint = fingerprintOf(deckhand, server);
    this.#replica.adopt(deckhand);
    let link: StoreLink | undefined;
    try {
      const connected = await this.#connect('');
      ({ link } = connected);
      await this.#replica.log.start(connected);
      return await durabilityWarnings(link);
    } catch (error) {
      link?.close();
      throw startError(error, this.#address.shown);
    }
  }

  close(): Promise<void> {
    return this.#replica.log.close();
  }

  async #connect(position: string): Promise<Connected> {
    const link: StoreLink = await StoreLink.open(this.#address, () => this.#replica.log.lose(link));
    try {
      if (position === '') await this.#checkServer(link);
      this.#epoch += 1;
      const epoch = this.#epoch;
      const fields = await this.#enter(link);
      if (position !== '' && fields['id'] === this.#storeId) {
        const [outcome] = await link.append(this.#replica.id, epoch, position, 1, []);
        if (outcome === 'ok') return { link, epoch, position, isReloaded: false };
      }
      const before = this.#storeId;
      const loaded = await this.#load(link);
      const isLess = before === this.#storeId && isAfter(position, loaded);
      return { link, epoch, position: loaded, isReloaded: true, isLess };
    } catch (error) {
      link.close();
      throw error;
    }
  }

  /** @returns the position of the loaded state */
  async #load(link: StoreLink): Promise<string> {
    await markLoading(link, this.#replica.id);
    const fields = await this.#enter(link);
    const { id = '', created = '0', snapshot, position = '', first = '' } = fields;
    const loader = snapshot === undefined ? undefined : await this.#read(link, snapshot);
    const begin = loader ? position : first;
    if ((await link.append(this.#replica.id, this.#epoch, begin, 1, []))[0] === 'gone')
      throw this.#damaged(`The log begins after ${begin}, so it is not whole.`);
    this.#storeId = id;
    this.#replica.birth = Number(created);
    this.#replica.isApplying = true;
    try {
      this.#replica.clear();
      loader?.load(this.#replica.service, this.#replica.extras);
    } finally {
      this.#replica.isApplying = false;
    }
    await link.endLoading(this.#replica.id);
    return begin;
  }

  async #read(link: StoreLink, snapshot: string): Promise<StateLoader> {
    try {
      return await readSnapshot(link, snapshot, this.#replica.id);
    } catch (cause) {
      const { snapshot: latest } = await this.#enter(link);
      if (latest !== snapshot) throw cause;
      throw this.#damaged(`The snapshot ${snapshot} is missing or damaged.`);
    }
  }

  #damaged(what: string): UserError {
    return new UserError('bad-store', `${this.#address.shown}: ${what}`, {
      hint: 'A replica that runs writes a new snapshot in time. Without one, empty the store: DEL of all keys {deckhand}:*.',
    });
  }

  async #enter(link: StoreLink): Promise<Readonly<Record<string, string>>> {
    const fields = await link.enter(this.#replica.id, this.#epoch, LEASE, {
      format: FORMAT,
      version: this.#version,
      config: JSON.stringify(this.#fingerprint),
      id: randomBytes(8).toString('hex'),
    });
    const trouble = this.#mismatch(fields);
    if (!trouble) return fields;
    await link.leave(this.#replica.id);
    throw trouble;
  }

  #mismatch({ format, version, config = '{}' }: Readonly<Record<string, string>>): UserError | undefined {
    const { shown, database } = this.#address;
    const other = `use another database, such as ${withDatabase(shown, database + 1)}, or empty this one: DEL of all keys {deckhand}:*`;
    const refuse = (what: string, hint: string): UserError =>
      new UserError('bad-store', `${shown}: ${what}`, { hint });
    if (format !== String(FORMAT) || version !== this.#version)
      return refuse(
        `The store belongs to Deckhand ${version}, and this is ${this.#version}.`,
        `Start the same version; or ${other}.`,
      );
    const names = differences(JSON.parse(config) as Fingerprint, this.#fingerprint);
    if (names.length === 0) return undefined;
    return refuse(
      `The store belongs to replicas with other options. These differ: ${names.join(', ')}.`,
      `Start all replicas with the same options and scenario files; or ${other}.`,
    );
  }

  async #checkServer(link: StoreLink): Promise<void> {
    const server = await serverVersion(link);
    if (server?.name !== 'Redis' || isRecent(server.version)) return;
    throw new UserError(
      'bad-store',
      `${this.#address.shown}: The server is Redis ${server.version}, which is too old.`,
      { hint: 'Use Valkey, or Redis 6.2 or newer.' },
    );
  }
}

function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** Whether one position in a log is after another. */
function isAfter(one: string, other: string): boolean {
  const [time = 0, number = 0] = one.split('-').map(Number);
  const [otherTime = 0, otherNumber = 0] = other.split('-').map(Number);
  return time === otherTime ? number > otherNumber : time > otherTime;
}

function withDatabase(shown: string, database: number): string {
  return `${shown.replace(/\/\d+$/, '')}/${database}`;
}
