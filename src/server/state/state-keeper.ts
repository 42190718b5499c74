/** Keeps the state of a server in a file: loads it at the start, and replaces it atomically while the server runs. */
import { readFileSync } from 'node:fs';
import { isMissing, whyUnread, whyUnwritten } from '../../files/file-trouble.js';
import { replaceFile } from '../../files/replace-file.js';
import { clearRealTimeout, realElapsed, realNow, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';
import type { Deckhand } from '../../app/deckhand.js';
import { restoreState, saveWorkspace, stateText } from '../../app/saved-state.js';

/** Real milliseconds from a change to the start of a write. */
const DELAY = 500;

/** A write takes at most this share of the time, so that a large state does not slow down the responses. */
const SHARE = 0.2;

/** The text of a workspace and the revision that it shows. */
interface Written {
  readonly revision: number;
  readonly text: string;
}

export class StateKeeper {
  readonly #deckhand: Deckhand;
  readonly #file: string;
  readonly #onTrouble: (message: string) => void;
  readonly #written = new Map<string, Written>();
  #timer: ReturnType<typeof setRealTimeout> | undefined;
  #writing: Promise<void> | undefined;
  #last = '';
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
   * @throws UserError when the file is damaged, or cannot be read or written
   */
  static async open(
    deckhand: Deckhand,
    file: string,
    onTrouble: (message: string) => void,
  ): Promise<StateKeeper> {
    const text = readIfThere(file);
    if (text !== undefined) await restoreState(deckhand, text, file, realNow());
    const keeper = new StateKeeper(deckhand, file, onTrouble);
    try {
      await keeper.#write();
    } catch (cause) {
      throw new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });
    }
    keeper.#schedule(DELAY);
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
        this.#schedule(Math.max(DELAY, (realElapsed() - began) / SHARE));
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
    const { directory, service } = this.#deckhand;
    const ids = directory.workspaces().map(({ id }) => id);
    for (const id of this.#written.keys()) if (!ids.includes(id)) this.#written.delete(id);
    for (const id of ids) {
      const real = realNow();
      const { revision } = service.workspace(id, real);
      if (this.#written.get(id)?.revision === revision) continue;
      const saved = await saveWorkspace(this.#deckhand, id, real);
      this.#written.set(id, { revision, text: JSON.stringify(saved) });
    }
    const text = stateText(new Map([...this.#written].map(([id, written]) => [id, written.text])));
    if (text === this.#last) return;
    replaceFile(this.#file, text, 0o600);
    this.#last = text;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw new UserError('bad-option', `${file} cannot be read.`, { hint: whyUnread(cause), cause });
  }
}
