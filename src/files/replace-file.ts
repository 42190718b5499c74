/** Replaces a file atomically: after a crash or on a full disk, the old file is still whole. */
import { randomUUID } from 'node:crypto';
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Names of open files, such as /dev/stdout. To replace them would replace the link to the open file. */
const OPEN_FILES = /^\/(?:dev|proc)\//;

/**
 * @param mode the permissions of a new file
 * @throws the error of the system; then the file has not changed
 */
export function replaceFile(file: string, content: string | Uint8Array, mode = 0o666): void {
  const existing = statSync(file, { throwIfNoEntry: false });
  // A pipe or a device cannot be replaced.
  if (OPEN_FILES.test(file) || (existing && !existing.isFile())) return writeFileSync(file, content);
  // A link stays a link.
  const target = existing ? realpathSync(file) : file;
  // Watchers and loaders of scenarios ignore names that start with a dot.
  const draft = join(dirname(target), `.${basename(target)}-${randomUUID()}.tmp`);
  try {
    writeFileSync(draft, content, { flag: 'wx', flush: true, mode: existing?.mode ?? mode });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
