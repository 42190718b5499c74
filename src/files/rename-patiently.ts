/**
 * Renames a file as Windows needs it: virus scanners, indexers and editors open files for moments, and Windows does not replace an
 * open file. On other systems the first attempt decides.
 */
import { renameSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setRealTimeout } from '../base/real-time.js';

const OPENED = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Milliseconds between the attempts: half a second in all. */
const PAUSES = [5, 10, 20, 40, 80, 160, 185];

/** What the system does, as tests replace it. */
interface Renaming {
  readonly platform: NodeJS.Platform;
  readonly sleep: (milliseconds: number) => void;
  readonly rename: (from: string, to: string) => void;
}

const SYSTEM: Renaming = {
  platform: process.platform,
  // The thread waits: no other code of this process runs between the check of a file and its replacement.
  sleep: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  rename: renameSync,
};

/** @throws the error of the last attempt */
export function renamePatientlySync(from: string, to: string, system: Partial<Renaming> = {}): void {
  const { platform, sleep, rename: attempt } = { ...SYSTEM, ...system };
  for (const pause of pausesOn(platform)) {
    try {
      return attempt(from, to);
    } catch (error) {
      if (!isOpened(error)) throw error;
      sleep(pause);
    }
  }
  attempt(from, to);
}

/** What the system does for the asynchronous form. */
interface SlowRenaming {
  readonly platform: NodeJS.Platform;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly rename: (from: string, to: string) => Promise<void>;
}

const SLOW_SYSTEM: SlowRenaming = {
  platform: process.platform,
  sleep: (milliseconds) => new Promise((done) => void setRealTimeout(done, milliseconds)),
  rename,
};

/** The same, while the process does other work. */
export async function renamePatiently(
  from: string,
  to: string,
  system: Partial<SlowRenaming> = {},
): Promise<void> {
  const { platform, sleep, rename: attempt } = { ...SLOW_SYSTEM, ...system };
  for (const pause of pausesOn(platform)) {
    try {
      return await attempt(from, to);
    } catch (error) {
      if (!isOpened(error)) throw error;
      await sleep(pause);
    }
  }
  await attempt(from, to);
}

const pausesOn = (platform: NodeJS.Platform): readonly number[] => (platform === 'win32' ? PAUSES : []);

const isOpened = (error: unknown): boolean => OPENED.has((error as NodeJS.ErrnoException).code ?? '');
