/**
 * Stores data over a reload in sessionStorage: a state, and a list of entries. If the storage is full, the oldest entries
 * are dropped. The list is split into parts, because a longer item takes longer to write. This module does not know the
 * content.
 */

/** The result of a write: all entries, the newest entries, the state without entries, or nothing. */
export type Kept = 'all' | 'some' | 'state' | 'nothing';

export interface Entry {
  /** Increases with each entry. */
  readonly number: number;
  /** As JSON. */
  readonly text: string;
}

export interface SavedTexts {
  readonly state: string;
  /** A list as JSON, the oldest first. */
  readonly entries: string;
}

/**
 * A limit for the entries. Browsers give all pages of an origin in a tab five million characters together, and the page
 * needs some of them.
 */
const ENTRIES_MOST = 2_000_000;
/** The range of numbers in one part. */
const PART = 64;

export class TabStorage {
  readonly #storage: Storage;
  readonly #name: string;
  /** The stored parts of the list, by their number. */
  readonly #parts = new Map<number, string>();
  #budget = ENTRIES_MOST;

  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#name = name;
    for (let index = 0; index < storage.length; index += 1) {
      const item = storage.key(index) ?? '';
      const part = Number(item.slice(name.length));
      if (item === this.#item(part)) this.#parts.set(part, storage.getItem(item) ?? '');
    }
  }

  /** @returns undefined when nothing is kept */
  read(): SavedTexts | undefined {
    const state = this.#storage.getItem(this.#name);
    if (state === null) return undefined;
    const parts = [...this.#parts].sort(([one], [other]) => one - other).map(([, text]) => text);
    return { state, entries: `[${parts.join(',')}]` };
  }

  /** @param newest the newest first; read only while there is space */
  write(state: string, newest: Iterable<Entry>): Kept {
    const { parts, isWhole } = this.#fitting(newest);
    for (const part of this.#parts.keys()) if (!parts.has(part)) this.#drop(part);
    if (!this.#put(this.#name, state, Infinity)) {
      this.clear();
      return 'nothing';
    }
    let kept = 0;
    for (const [part, texts] of parts) {
      let count = texts.length;
      while (count > 0 && !this.#putPart(part, texts.slice(0, count))) count = Math.floor(count / 2);
      if (count === 0) this.#drop(part);
      kept += this.#parts.get(part)?.length ?? 0;
      if (count === texts.length) continue;
      this.#budget = kept;
      return kept > 0 ? 'some' : 'state';
    }
    return isWhole ? 'all' : 'some';
  }

  clear(): void {
    this.#storage.removeItem(this.#name);
    for (const part of this.#parts.keys()) this.#drop(part);
  }

  /** The entries that fit, by part. Parts and entries are ordered from the newest. */
  #fitting(newest: Iterable<Entry>): { parts: Map<number, string[]>; isWhole: boolean } {
    const parts = new Map<number, string[]>();
    let budget = this.#budget;
    for (const { number, text } of newest) {
      budget -= text.length + 1;
      if (budget < 0) return { parts, isWhole: false };
      const part = Math.floor(number / PART);
      const texts = parts.get(part);
      if (texts) texts.push(text);
      else parts.set(part, [text]);
    }
    return { parts, isWhole: true };
  }

  #putPart(part: number, newest: readonly string[]): boolean {
    const text = newest.toReversed().join(',');
    if (this.#parts.get(part) !== text && !this.#put(this.#item(part), text, part)) return false;
    this.#parts.set(part, text);
    return true;
  }

  /** Writes an item. Drops older parts of the list until there is enough space. @returns whether it was written */
  #put(item: string, text: string, part: number): boolean {
    for (;;) {
      try {
        this.#storage.setItem(item, text);
        return true;
      } catch {
        const oldest = Math.min(...this.#parts.keys());
        if (oldest >= part) return false;
        this.#drop(oldest);
      }
    }
  }

  #drop(part: number): void {
    this.#storage.removeItem(this.#item(part));
    this.#parts.delete(part);
  }

  #item(part: number): string {
    return `${this.#name} ${part}`;
  }
}

/** @returns undefined if the browser gives the page no storage, such as in a sandboxed frame */
export function openTabStorage(name: string): TabStorage | undefined {
  try {
    return new TabStorage(sessionStorage, name);
  } catch {
    return undefined;
  }
}
