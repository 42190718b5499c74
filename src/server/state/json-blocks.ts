/**
 * A long list as text, in blocks. A block whose records have not changed is not written as text again. The text is outside the
 * heap, which its limit does not count.
 */

import { BLOCK as SIZE } from '../../service/snapshot/lines.js';

/** A block with fewer records is merged with the next ones. */
const LEAST = SIZE / 2;

export interface BlockOptions<T> {
  readonly keyOf: (record: T) => string;
  /** Whether the text would be the same. */
  readonly isSame: (one: T, other: T) => boolean;
  readonly toText: (records: readonly T[]) => string;
}

interface Block<T> {
  readonly records: readonly T[];
  readonly text: Buffer;
}

export class JsonBlocks<T> {
  readonly #options: BlockOptions<T>;
  #blocks: readonly Block<T>[] = [];

  constructor(options: BlockOptions<T>) {
    this.#options = options;
  }

  get texts(): readonly Buffer[] {
    return this.#blocks.map(({ text }) => text);
  }

  /** All text is made again with the next update. */
  clear(): void {
    this.#blocks = [];
  }

  /** @param pause called after each new block */
  async update(records: readonly T[], pause: () => Promise<void>): Promise<void> {
    const { keyOf, toText } = this.#options;
    const known = new Map(this.#blocks.map((block) => [keyOf(block.records[0] as T), block]));
    const blocks: Block<T>[] = [];
    for (let start = 0; start < records.length; start += blocks.at(-1)?.records.length ?? 0) {
      const old = known.get(keyOf(records[start] as T));
      if (old && this.#isAt(old, records, start)) {
        blocks.push(old);
        continue;
      }
      let end = start + 1;
      // Stops where a block begins that may have stayed the same.
      while (
        end < records.length &&
        end - start < SIZE &&
        !(end - start >= LEAST && known.has(keyOf(records[end] as T)))
      )
        end += 1;
      const own = records.slice(start, end);
      blocks.push({ records: own, text: Buffer.from(toText(own)) });
      await pause();
    }
    this.#blocks = blocks;
  }

  #isAt({ records: own }: Block<T>, records: readonly T[], start: number): boolean {
    const end = start + own.length;
    if (end > records.length || (own.length < LEAST && end < records.length)) return false;
    return own.every((record, index) => this.#options.isSame(record, records[start + index] as T));
  }
}
