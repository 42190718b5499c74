/** Keeps the state of a server in a file: loads it at the start, and replaces it atomically while the server runs. */
import { isMissing, whyUnread, whyUnwritten } from '../../files/file-trouble.js';
import { readText } from '../../files/read-text.js';
import { FileLock } from '../../files/file-lock.js';
import { removeDrafts, replaceFileInPieces, targetOf } from '../../files/replace-file.js';
import { clearRealTimeout, realElapsed, realNow, setRealTimeout } from '../../base/real-time.js';
import { UserError } from '../../base/user-error.js';
import type { Deckhand } from '../../app/deckhand.js';
import { END_LINE, headLine } from '../../service/snapshot/lines.js';
import { isState, restoreFile } from './restore-file.js';
import { WorkspaceText } from './workspace-text.js';

/** Real milliseconds from the start of a write to the start of the next. */
const INTERVAL = 500;

/** A write takes at most this share of the time. A very large state is written less often. */
const SHARE = 0.5;

export class StateKeeper {
  readonly #deckhand: Deckhand;
  readonly #file: string;
  readonly #lock: FileLock | undefined;
  readonly #onTrouble: (message: string) => void;
  readonly #workspaces = new Map<string, WorkspaceText>();
  /** A change that is not in the file. */
  #isChanged = true;
  #timer: ReturnType<typeof setRealTimeout> | undefined;
  #writing: Promise<void> | undefined;
  #isBroken = false;
  #isClosed = false;

  /** @param onTrouble called when a write fails after one that did not; the file is then still as before */
  private constructor(
    deckhand: Deckhand,
    file: string,
    lock: FileLock | undefined,
    onTrouble: (message: string) => void,
  ) {
    this.#deckhand = deckhand;
    this.#file = file;
    this.#lock = lock;
    this.#onTrouble = onTrouble;
  }

  /**
   * Loads the state, if the file exists, and starts to write changes. Only one process at a time can do this.
   * @returns undefined when the file is a snapshot: Deckhand never writes to it
   * @throws UserError when the file is damaged, in use, or cannot be read or written
   */
  static async open(
    deckhand: Deckhand,
    file: string,
    onTrouble: (message: string) => void,
  ): Promise<StateKeeper | undefined> {
    const text = readIfThere(file);
    if (!isState(text)) {
      await restoreFile(deckhand, text, file, realNow());
      return undefined;
    }
    const lock = await lockFile(file, onTrouble);
    try {
      // The last owner may have written it until now.
      await restoreFile(deckhand, readIfThere(file), file, realNow());
      const keeper = new StateKeeper(deckhand, file, lock, onTrouble);
      await keeper.#begin();
      return keeper;
    } catch (error) {
      lock?.release();
      throw error;
    }
  }

  async #begin(): Promise<void> {
    try {
      if (this.#lock) removeDrafts(this.#file);
      await this.#write();
    } catch (cause) {
      throw notWritten(this.#file, cause);
    }
    this.#schedule(INTERVAL);
  }

  /** Writes the last changes. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearRealTimeout(this.#timer);
    await this.#writing;
    await this.#tryWrite();
    this.#lock?.release();
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
      if (!this.#isBroken && this.#lock?.isHeld() !== false)
        this.#onTrouble(
          `${this.#file} cannot be written: ${whyUnwritten(error)} It keeps the last whole state.`,
        );
      this.#isBroken = true;
    }
  }

  async #write(): Promise<void> {
    // Another process writes the file now, and `lockFile` has said it.
    if (this.#lock?.isHeld() === false) return;
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
    if (this.#lock?.isHeld() === false) throw new Error('Another process has the file.');
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

/** @returns undefined for a pipe or a device */
async function lockFile(file: string, onTrouble: (message: string) => void): Promise<FileLock | undefined> {
  try {
    const target = targetOf(file);
    if (target === undefined) return undefined;
    return await FileLock.take(target, {
      onWait: (owner) => onTrouble(`${file} has a lock of ${owner}. Waiting ten seconds for a sign of life.`),
      onLost: (owner) =>
        onTrouble(`${file} is now in use by ${owner}. This server does not write to it any more.`),
    });
  } catch (cause) {
    throw cause instanceof UserError ? cause : notWritten(file, cause);
  }
}

const notWritten = (file: string, cause: unknown): UserError =>
  new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });

/** @returns nothing for a file that is not there */
function readIfThere(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    if (isMissing(cause)) return '';
    throw new UserError('bad-option', `${file} cannot be read.`, { hint: whyUnread(cause), cause });
  }
}
