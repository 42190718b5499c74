/**
 * A lock for a file that one process writes: `FILE.lock`, with its owner and a heartbeat. It knows nothing of what is in the file.
 * The system does not remove it when a process is killed, so it says enough to see whether its owner still runs.
 */
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import {
  clearRealInterval,
  realElapsed,
  realNow,
  setRealInterval,
  setRealTimeout,
} from '../base/real-time.js';
import { UserError } from '../base/user-error.js';
import { isMissing } from './file-trouble.js';
import { processStart, thisProcess, type ProcessName } from './this-process.js';

/** Real milliseconds between two heartbeats. */
const BEAT = 500;

/** Real milliseconds without a heartbeat after which an owner is gone. */
const SILENCE = 10_000;

/** The same for one of this boot in another process namespace: in a container that was restarted, everybody is process 1. */
const SHORT_SILENCE = 2_000;

/** Real milliseconds until an owner that replaced a lock looks whether another one did, too. */
const SETTLE = 100;

const LOOK = 50;

interface Owner extends ProcessName {
  /** Of this lock, so that a process has two different locks one after the other. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly heartbeat: number;
}

export interface FileLockOptions {
  /** Called when another owner gives no sign of life, and this process waits for one. */
  readonly onWait?: (owner: string) => void;
  /** Called once, when another process has taken the lock. */
  readonly onLost?: (owner: string) => void;
}

export class FileLock {
  readonly #path: string;
  readonly #me: Owner = { id: randomUUID(), ...thisProcess(), heartbeat: realNow() };
  readonly #onLost: (owner: string) => void;
  /** Of the own file: when another process replaces it, nothing is written into theirs. */
  #descriptor = -1;
  #timer: ReturnType<typeof setRealInterval> | undefined;
  #isLost = false;

  private constructor(path: string, { onLost = () => {} }: FileLockOptions) {
    this.#path = path;
    this.#onLost = onLost;
  }

  /**
   * Replaces a lock whose owner is gone: at once if that can be seen on this machine, else after ten seconds without a heartbeat.
   * @param file the file to lock, without links
   * @throws UserError (`bad-option`) when another process has the lock; the error of the system when it cannot be written
   */
  static async take(file: string, options: FileLockOptions = {}): Promise<FileLock> {
    const lock = new FileLock(`${file}.lock`, options);
    for (;;) {
      if (lock.#create()) break;
      const text = lock.#read();
      if (text === undefined) continue;
      const owner = ownerOf(text);
      const wait = silenceOf(owner);
      if (wait > 0 && !(owner && wait === SHORT_SILENCE && realNow() - owner.heartbeat > SHORT_SILENCE)) {
        if (wait !== Infinity) options.onWait?.(describe(owner));
        if (!(await lock.#isSilent(text, wait))) throw inUse(file, ownerOf(lock.#read() ?? text) ?? owner);
      }
      if (lock.#read() !== text) continue;
      lock.#replace();
      await new Promise((resolve) => setRealTimeout(resolve, SETTLE));
      if (lock.isHeld()) break;
      lock.#close();
    }
    lock.#timer = setRealInterval(() => lock.#beat(), BEAT);
    lock.#timer.unref();
    return lock;
  }

  /** Whether no other process has taken the lock, as one does when this one was stopped for a while. */
  isHeld(): boolean {
    if (this.#isLost) return false;
    const text = this.#read();
    const owner = text === undefined ? undefined : ownerOf(text);
    if (owner?.id === this.#me.id) return true;
    // Somebody has deleted it.
    if (text === undefined && this.#recreate()) return true;
    // Its folder is away for a moment.
    if (text === undefined && this.#read() === undefined) return true;
    this.#isLost = true;
    this.#onLost(describe(owner));
    return false;
  }

  release(): void {
    clearRealInterval(this.#timer);
    if (this.isHeld()) rmSync(this.#path, { force: true });
    this.#close();
  }

  #beat(): void {
    if (this.isHeld()) this.#write();
    else clearRealInterval(this.#timer);
  }

  /** @returns whether there was none */
  #create(): boolean {
    try {
      this.#descriptor = openSync(this.#path, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    this.#write();
    return true;
  }

  #recreate(): boolean {
    const before = this.#descriptor;
    try {
      if (!this.#create()) return false;
      closeSync(before);
      return true;
    } catch {
      return false;
    }
  }

  /** In one step, so that there is always one owner. */
  #replace(): void {
    const draft = `${this.#path}-${this.#me.id}`;
    try {
      writeFileSync(draft, JSON.stringify(this.#me), { flag: 'wx', mode: 0o600 });
      renameSync(draft, this.#path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    // Not theirs, if another process was as fast: `isHeld` tells.
    this.#descriptor = openSync(this.#path, 'r+');
  }

  /** All heartbeats have the same length. */
  #write(): void {
    const text = JSON.stringify({ ...this.#me, heartbeat: realNow() } satisfies Owner);
    writeSync(this.#descriptor, text, 0);
  }

  #close(): void {
    if (this.#descriptor >= 0) closeSync(this.#descriptor);
    this.#descriptor = -1;
  }

  /** @returns undefined when it is not there */
  #read(): string | undefined {
    try {
      return readFileSync(this.#path, 'utf8');
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Whether the lock does not change for this time. */
  async #isSilent(text: string, milliseconds: number): Promise<boolean> {
    if (milliseconds === Infinity) return false;
    for (const began = realElapsed(); realElapsed() - began < milliseconds;) {
      await new Promise((resolve) => setRealTimeout(resolve, LOOK));
      const now = this.#read();
      // An owner that stops removes it.
      if (now === undefined) return true;
      if (now !== text) return false;
    }
    return true;
  }
}

/** How long an owner must be silent: 0 if it is known to be gone, infinite if it is known to run. */
function silenceOf(owner: Owner | undefined): number {
  const me = thisProcess();
  if (!owner || owner.host !== me.host || owner.boot !== me.boot) return SILENCE;
  if (owner.namespace !== me.namespace) return SHORT_SILENCE;
  const start = processStart(owner.pid);
  if (start === undefined) return 0;
  if (start === '' || owner.start === '') return SILENCE;
  return start === owner.start ? Infinity : 0;
}

function ownerOf(text: string): Owner | undefined {
  try {
    const owner = JSON.parse(text) as Partial<Owner> | null;
    return typeof owner?.id === 'string' && typeof owner.pid === 'number' ? (owner as Owner) : undefined;
  } catch {
    return undefined;
  }
}

const describe = (owner: Owner | undefined): string =>
  owner ? `process ${owner.pid} of ${owner.host}` : 'an unknown process';

function inUse(file: string, owner: Owner | undefined): UserError {
  return new UserError('bad-option', `${file} is in use by ${describe(owner)}.`, {
    hint: 'Stop that process, or choose another file: only one server at a time can write it.',
  });
}
