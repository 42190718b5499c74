/** The file of `serve --state`: loaded at the start. A state is kept in it while the server runs; a moment is only read. */
import { isMissing, whyUnread, whyUnwritten } from '../files/file-trouble.js';
import { readText } from '../files/read-text.js';
import { replaceFile, targetOf } from '../files/replace-file.js';
import { clearRealInterval, realNow, setRealInterval } from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import type { Deckhand } from '../app/deckhand.js';
import { pauseClock } from '../service/clock.js';
import { loadState } from '../service/state/load.js';
import { saveAll } from '../service/state/save.js';

/** Real milliseconds between two looks for changes. */
const INTERVAL = 500;

/** Recordings and states have texts of users. */
const OWNER_ONLY = 0o600;

export class StateFile {
  readonly #deckhand: Deckhand;
  readonly #file: string;
  readonly #warn: (message: string) => void;
  readonly #replace: typeof replaceFile;
  /** What the file has, by the revisions of the workspaces. */
  #written = '';
  #isBroken = false;
  #timer: ReturnType<typeof setRealInterval> | undefined;

  private constructor(
    deckhand: Deckhand,
    file: string,
    warn: (message: string) => void,
    replace: typeof replaceFile,
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
    replace = replaceFile,
  ): StateFile | undefined {
    const opened = new StateFile(deckhand, file, warn, replace);
    try {
      // To read a pipe or a device would never end.
      targetOf(file);
      if (load(deckhand, file) === 'moment') return undefined;
      opened.#write();
    } catch (cause) {
      if (cause instanceof UserError) throw cause;
      throw new UserError('bad-option', `${file} cannot be written.`, { hint: whyUnwritten(cause), cause });
    }
    opened.#timer = setRealInterval(() => opened.save(), INTERVAL);
    opened.#timer.unref();
    return opened;
  }

  /** Writes the state, if it has changed. A failure is said once; the next call tries again. */
  save(): void {
    try {
      this.#write();
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken)
        this.#warn(
          `${this.#file} cannot be written. ${whyUnwritten(error)} The server goes on, and tries again.`,
        );
      this.#isBroken = true;
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
    this.#replace(this.#file, `${JSON.stringify(saveAll(service, real))}\n`, OWNER_ONLY);
    this.#written = current;
  }
}

/** The clock of a moment stands still at its instant, until somebody resumes it. */
function load({ service }: Deckhand, file: string): 'state' | 'moment' {
  const text = readIfThere(file);
  // Tools such as mktemp make empty files.
  if (text === '') return 'state';
  const real = realNow();
  try {
    const { purpose, workspaces } = loadState(service, parsed(text), real);
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError('bad-state', 'it is not JSON, and a saved state of Deckhand is.');
  }
}

/** @returns nothing for a file that is not there */
function readIfThere(file: string): string {
  try {
    return readText(file);
  } catch (cause) {
    if (isMissing(cause)) return '';
    throw new UserError('bad-option', `${file} cannot be read.`, { hint: whyUnread(cause), cause });
  }
}
