/** The file of `serve --state`: loaded at the start. A state is kept in it while the server runs; a moment is only read. */
import { isMissing, readErrorReason, writeErrorReason } from '../files/file-error-reason.js';
import { readText } from '../files/read-text-file.js';
import { writeFileAtomic, resolveRegularFile } from '../files/write-file-atomic.js';
import { clearRealInterval, realNow, setRealInterval } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import type { Deckhand } from '../app/deckhand.js';
import { pauseClock } from '../service/clock.js';
import { restoreSnapshot } from '../service/snapshot/restore.js';
import { createServerSnapshot } from '../service/snapshot/create.js';

/** Real milliseconds between two looks for changes. */
const POLL_INTERVAL_MS = 500;

/** Recordings and states have texts of users. */
const OWNER_ONLY_MODE = 0o600;

export class SnapshotFile {
  readonly #deckhand: Deckhand;
  readonly #file: string;
  readonly #warn: (message: string) => void;
  readonly #replace: typeof writeFileAtomic;
  /** What the file has, by the revisions of the workspaces. */
  #written = '';
  #hasFailed = false;
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
   * Loads the file, if it is there, and starts to write changes.
   * @param warn called when a write fails after one that did not
   * @returns undefined when the file is a moment
   * @throws UserError when the file is neither a state nor a moment, or cannot be read or written. Then it stays as it is
   */
  static open(
    deckhand: Deckhand,
    file: string,
    warn: (message: string) => void,
    replace = writeFileAtomic,
  ): SnapshotFile | undefined {
    const opened = new SnapshotFile(deckhand, file, warn, replace);
    try {
      // To read a pipe or a device would never end.
      resolveRegularFile(file);
      if (restoreFromFile(deckhand, file) === 'moment') return undefined;
      opened.#write();
    } catch (cause) {
      if (cause instanceof UserError) throw cause;
      throw new UserError('bad-option', `${file} cannot be written.`, {
        hint: writeErrorReason(cause),
        cause,
      });
    }
    opened.#timer = setRealInterval(() => opened.save(), POLL_INTERVAL_MS);
    opened.#timer.unref();
    return opened;
  }

  /** Writes the state, if it has changed. A failure is said once; the next call tries again. */
  save(): void {
    try {
      this.#write();
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed)
        this.#warn(
          `${this.#file} cannot be written. ${writeErrorReason(error)} The server goes on, and tries again.`,
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
    // A text that has been written can contain a key that is new.
    const current = [service.redactor.version, ...revisions].join();
    if (current === this.#written) return;
    this.#replace(this.#file, `${JSON.stringify(createServerSnapshot(service, real))}\n`, OWNER_ONLY_MODE);
    this.#written = current;
  }
}

/** The clock of a moment stands still at its instant, until somebody resumes it. */
function restoreFromFile({ service }: Deckhand, file: string): 'state' | 'moment' {
  const text = readIfExists(file);
  // Tools such as mktemp make empty files.
  if (text === '') return 'state';
  const real = realNow();
  try {
    const { purpose, workspaces } = restoreSnapshot(service, parseJson(text), real);
    if (purpose === 'moment')
      for (const { id } of workspaces) {
        const state = service.workspace(id, real);
        state.clock = pauseClock(state.clock, real);
      }
    return purpose;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError('bad-state', `${file} is not a state that can be loaded: ${error.summary}`, {
      hint: 'The file was not changed. Choose another one, or move it away.',
      cause: error,
    });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError('bad-state', 'it is not JSON, and a saved state of Deckhand is.');
  }
}

/** @returns nothing for a file that is not there */
function readIfExists(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    if (isMissing(cause)) return '';
    throw new UserError('bad-option', `${file} cannot be read.`, { hint: readErrorReason(cause), cause });
  }
}
