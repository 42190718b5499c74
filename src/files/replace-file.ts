/** Replaces a file atomically: after a crash or on a full disk, the old file is still whole. */
import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * @param mode the permissions of a new file
 * @throws the error of the system; then the file has not changed
 */
export function replaceFile(file: string, text: string, mode = 0o666): void {
  const existing = statSync(file, { throwIfNoEntry: false });
  // A pipe or a device cannot be replaced.
  if (existing && !existing.isFile()) return writeFileSync(file, text);
  // Watchers and loaders of scenarios ignore names that start with a dot.
  const draft = join(dirname(file), `.${basename(file)}-${randomUUID()}.tmp`);
  try {
    writeFileSync(draft, text, { flag: 'wx', flush: true, mode: existing?.mode ?? mode });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
