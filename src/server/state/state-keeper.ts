/** Keeps the state of a server in a file: loads it at the start, and replaces it atomically while the server runs. */
import { isMissing, whyUnread, whyUnwritten } from '../../files/file-trouble.js';
import { readText } from '../../files/read-text.js';
import { replaceFileInPieces } from '../../files/replace-file.js';
import { clearRealTimeout, realElapsed, realNow, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';
import type { Deckhand } from '../../app/deckhand.js';
import { END_LINE, headLine } from '../../service/snapshot/lines.js';
import { restoreFile } from './restore-file.js';
import { WorkspaceText } from './workspace-text.js';

/** Real milliseconds from the start of a write to the start of the next. */
const INTERVAL = 500;

/** A write takes at most this share of the time. A very large state is written less often. */
const SHARE = 0.5;

export class StateKeeper {
  readonly #deckhand: Deckhand;
  readonly #file: string;
  readonly #onTrouble: (message: string) => void;
  readonly #workspaces = new Map<string, WorkspaceText>();
  /** A change that is not in the file. */
  #isChanged = true;
  #timer: ReturnType<typeof setRealTimeout> | undefined;
  #writing: Promise<void> | undefined;
  #isBroken = false;
  #isClosed = false;

  /** @param onTrouble called when a write fails after one that did not; the file is then still as before */
  private constructor(deckhand: Deckhand, file: string, onTrouble: (message: string) => void) {
    this.#deckhand = deckhand;
    this.#file = file;
    this.#onTrouble = onTrouble;
  }

  /**
   * Loads the state, if the file exists, and starts to write changes.
   * @returns undefined when the file is a snapshot: Deckhand never writes to it
   * @throws UserError when the file is damaged, or cannot be read or written
   */
  static async open(
    deckhand: Deckhand,
    file: string,
    onTrouble: (message: string) => void,
  ): Promise<StateKeeper | undefined> {
    const text = readIfThere(file);
    const kind = text === undefined ? 'state' : await restoreFile(deckhand, text, file, realNow());
    if (kind === 'snapshot') return undefined;
    const keeper = new StateKeeper(deckhand, file, onTrouble);
    try {
      await keeper.#write();
    } catch (cause) {
      throw new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });
    }
    keeper.#schedule(INTERVAL);
    return keeper;
  }

  /** Writes the last changes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearRealTimeout(this.#timer);
    await this.#writing;
    await this.#tryWrite();
  }

  #schedule(delay: number): void {
    if (this.#isClosed) return;
    this.#timer = setRealTimeout(() => {
      const began = realElapsed();
      this.#writing = this.#tryWrite().then(() => {
        this.#writing = undefined;
        const took = realElapsed() - began;
        this.#schedule(Math.max(INTERVAL, took / SHARE) - took);
      });
    }, delay);
    this.#timer.unref();
  }

  async #tryWrite(): Promise<void> {
    try {
      await this.#write();
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken)
        this.#onTrouble(
          `${this.#file} cannot be written: ${whyUnwritten(error)} It keeps the last whole state.`,
        );
      this.#isBroken = true;
    }
  }

  async #write(): Promise<void> {
    const ids = new Set(this.#deckhand.directory.workspaces().map(({ id }) => id));
    for (const id of this.#workspaces.keys())
      if (!ids.has(id)) this.#isChanged = this.#workspaces.delete(id) || this.#isChanged;
    for (const id of ids) await this.#update(id);
    if (!this.#isChanged) return;
    await replaceFileInPieces(this.#file, this.#lines(), 0o600);
    this.#isChanged = false;
  }

  *#lines(): Generator<string | Uint8Array, void, void> {
    yield headLine(this.#deckhand.service.sequence);
    for (const text of this.#workspaces.values()) yield* text.lines;
    yield END_LINE;
  }

  async #update(id: string): Promise<void> {
    // To read a sandbox that was evicted meanwhile would open it again.
    if (!this.#deckhand.directory.workspace(id)) return;
    const text = this.#workspaces.get(id) ?? new WorkspaceText(this.#deckhand, id);
    try {
      if (await text.update(realNow())) this.#isChanged = true;
      this.#workspaces.set(id, text);
    } catch (error) {
      // It was deleted meanwhile. The next write leaves it out.
      if (this.#deckhand.directory.workspace(id)) throw error;
    }
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readText(file);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new UserError('bad-option', `${file} cannot be read.`, { hint: whyUnread(cause), cause });
  }
}
