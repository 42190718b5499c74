/** Writes the state into the store from time to time, so that the log can be trimmed and a new replica starts fast. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { KEYS, snapshotKey } from './scripts.js';
import type { Replica } from './replica.js';
import { copyState, StateLoader } from './state-copy.js';
import type { StoreLink } from './store-link.js';

/** A snapshot is due after so many commands, or characters of commands; and after more if the state is large. */
const DUE_ENTRIES = 20_000;
const DUE_CHARACTERS = 33_554_432;

/** Characters of a chunk before it is compressed. */
const CHUNK = 1_048_576;

/** Real milliseconds until a lock, a chunk without a snapshot, and the sign of a loading replica expire. */
const LOCK = 60_000;
const CHUNKS = 600_000;
const LOADING = 15_000;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

export class SnapshotWriter {
  readonly #replica: Replica;
  readonly #due: number;
  #records = 0;
  #phase: 'idle' | 'locking' | 'locked' | 'writing' = 'idle';
  #notBefore = 0;

  /** @param due the number of commands after which a snapshot is written, for tests */
  constructor(replica: Replica, due = DUE_ENTRIES) {
    this.#replica = replica;
    this.#due = due;
  }

  /** Call this between two batches: the state is then that of one position in the log. */
  onQuiet(): void {
    const { entries, characters, log } = this.#replica;
    const { link } = log;
    if (!link) return;
    if (this.#phase === 'locked') {
      void this.#write(link);
      return;
    }
    const isDue = entries > Math.max(this.#due, this.#records / 2) || characters > DUE_CHARACTERS;
    if (this.#phase !== 'idle' || !isDue || entries < this.#notBefore) return;
    this.#phase = 'locking';
    link.lock(KEYS.writing, this.#replica.id, LOCK).then(
      (isLocked) => {
        this.#phase = isLocked ? 'locked' : 'idle';
        // Another replica writes. Its snapshot sets the count to zero.
        if (!isLocked) this.#notBefore = entries + this.#due / 10;
      },
      () => (this.#phase = 'idle'),
    );
  }

  async #write(link: StoreLink): Promise<void> {
    this.#phase = 'writing';
    const { id, log, service, extras } = this.#replica;
    const { position } = log;
    const key = snapshotKey(`${position}:${id}`);
    const { lines, records } = copyState(service, extras);
    this.#records = records;
    try {
      let text = '';
      const push = async (): Promise<void> => {
        await link.push(key, await compress(text, { level: 1 }));
        await link.expire(key, CHUNKS);
        text = '';
      };
      for (const line of lines) {
        text += line;
        if (text.length >= CHUNK) await push();
      }
      if (text !== '') await push();
      await link.persist(key);
      const isPublished = await link.publish(key, position, id, LOADING);
      if (!isPublished) await link.delete(key);
      // A replica is loading.
      this.#notBefore = isPublished ? 0 : this.#replica.entries + this.#due / 4;
    } catch {
      // The store is away or full. The log is still whole, and a later snapshot trims it.
      this.#notBefore = this.#replica.entries + this.#due;
    } finally {
      this.#phase = 'idle';
    }
  }
}

/** Reads a snapshot. @throws when it is missing or damaged */
export async function readSnapshot(link: StoreLink, key: string, replica: string): Promise<StateLoader> {
  const loader = new StateLoader();
  for (let index = 0; !loader.isWhole; index += 1) {
    await markLoading(link, replica);
    const chunk = await link.chunk(key, index);
    if (!chunk) throw new Error('A part of the snapshot is missing.');
    const text = (await decompress(chunk)).toString();
    for (const line of text.split('\n')) if (line !== '') loader.add(line);
  }
  return loader;
}

export function markLoading(link: StoreLink, replica: string): Promise<void> {
  return link.beginLoading(replica, LOADING);
}
