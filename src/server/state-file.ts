/** The file of `serve --state`: restored at the start, and written while the server runs, until somebody else changes it. */
import { writeErrorReason } from '../files/file-error-reason.js';
import { writeFileAtomic, resolveRegularFile } from '../files/write-file-atomic.js';
import { clearRealInterval, realNow, setRealInterval } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import type { Deckhand } from '../app/deckhand.js';
import { createServerSnapshot } from '../service/snapshot/create.js';
import { hasOtherContent, readFileVersion, type FileVersion } from './file-version.js';
import { restoreSnapshotFile } from './snapshot-file.js';

/** Real milliseconds between two checks for changes. */
const POLL_INTERVAL_MS = 500;

/** Snapshots contain texts of users. */
const OWNER_ONLY_MODE = 0o600;

export class StateFile {
  readonly #deckhand: Deckhand;
  readonly #file: string;
  readonly #warn: (message: string) => void;
  readonly #replace: typeof writeFileAtomic;
  /** The revisions of the workspaces in the file. */
  #writtenRevisions = '';
  #hasFailed = false;
  /** The content that this server read or wrote last. */
  #version: FileVersion | undefined;
  /** Whether somebody else has changed the file. */
  #isChangedByOthers = false;
  #timer: ReturnType<typeof setRealInterval> | undefined;

  private constructor(
    deckhand: Deckhand,
    file: string,
    warn: (message: string) => void,
    replace: typeof writeFileAtomic,
  ) {
    this.#deckhand = deckhand;
    this.#file = file;
    this.#warn = warn;
    this.#replace = replace;
  }

  /**
   * Restores the file if it exists, and starts to write changes.
   * @param warn called with the first of several failed writes in a row
   * @throws UserError when the file is not a snapshot of a server, or cannot be read or written. It is unchanged then
   */
  static open(
    deckhand: Deckhand,
    file: string,
    warn: (message: string) => void,
    replace = writeFileAtomic,
  ): StateFile {
    const opened = new StateFile(deckhand, file, warn, replace);
    try {
      // Reading a pipe or a device might never end.
      resolveRegularFile(file);
      opened.#version = readFileVersion(file);
      restoreSnapshotFile(deckhand, file, 'server', realNow());
      opened.#write();
    } catch (cause) {
      if (cause instanceof UserError) throw cause;
      throw new UserError('invalid-option', `${file} cannot be written.`, {
        hint: writeErrorReason(cause),
        cause,
      });
    }
    opened.#timer = setRealInterval(() => opened.save(), POLL_INTERVAL_MS);
    opened.#timer.unref();
    return opened;
  }

  /**
   * Writes the state if it has changed. Of several failures in a row, it reports only the first; the next call tries again. Nothing is
   * written any more once somebody else has changed the file.
   */
  save(): void {
    if (this.#isChangedByOthers) return;
    try {
      this.#write();
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed)
        this.#warn(
          `${this.#file} cannot be written. ${writeErrorReason(error)} The server continues, and tries again.`,
        );
      this.#hasFailed = true;
    }
  }

  /** Writes the last changes. */
  close(): void {
    clearRealInterval(this.#timer);
    this.save();
  }

  #write(): void {
    const { service, directory } = this.#deckhand;
    const real = realNow();
    const revisions = directory.workspaces().map(({ id }) => `${id} ${service.workspace(id, real).revision}`);
    // A new key must be redacted in texts that have already been written.
    const current = [service.redactor.version, ...revisions].join();
    if (current === this.#writtenRevisions) return;
    if (hasOtherContent(this.#file, this.#version)) {
      this.#isChangedByOthers = true;
      this.#warn(
        `${this.#file} was changed since this server wrote it, so it is not overwritten. The server continues, and saves no state any more.`,
      );
      return;
    }
    const text = `${JSON.stringify(createServerSnapshot(service, real))}\n`;
    this.#replace(this.#file, text, OWNER_ONLY_MODE);
    this.#writtenRevisions = current;
    this.#version = readFileVersion(this.#file, text);
  }
}
