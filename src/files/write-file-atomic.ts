/** Writes a file atomically: a temporary file, then a rename. Outputs that cannot be renamed are written in place. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Writes a temporary file next to the file, and renames it.
 * @param mode the permissions of the file; default: those of the existing file
 * @throws the error of the system; then the file has not changed
 */
export function writeFileAtomic(file: string, content: string | Uint8Array, mode?: number): void {
  const target = resolveRegularFile(file);
  const temporary = temporaryPath(target);
  try {
    // An earlier process with this id may have been killed here. A link with this name is not followed.
    rmSync(temporary, { force: true });
    const oldMode = statSync(target, { throwIfNoEntry: false })?.mode;
    writeFileSync(temporary, content, { flag: 'wx', flush: true, mode: mode ?? oldMode ?? 0o666 });
    // The mask of this process does not apply to the permissions of an existing file.
    if (mode === undefined && oldMode !== undefined) chmodSync(temporary, oldMode & 0o7777);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The target of the rename is a mount point, or on another file system, such as a file that a container mounts. */
const MOUNT_ERRORS: readonly unknown[] = ['EBUSY', 'EXDEV'];

/**
 * Writes a file that a program can create again, such as a report: atomically, or in place where a rename is impossible.
 * @param mode the permissions of the file
 * @throws the error of the system
 */
export function writeOutputFile(file: string, content: string, mode: number): void {
  try {
    writeFileAtomic(file, content, mode);
  } catch (error) {
    if (!MOUNT_ERRORS.includes((error as NodeJS.ErrnoException).code)) throw error;
    const target = resolveRegularFile(file);
    try {
      chmodSync(target, mode);
    } catch {
      // The file belongs to another user, who has decided who can read it.
    }
    writeFileSync(target, content, { flush: true, mode });
  }
}

/** The path of a file without links, also of one that does not exist yet. */
export function resolveLinks(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    const folder = dirname(resolve(file));
    return existsSync(folder) ? join(realpathSync.native(folder), basename(file)) : resolve(file);
  }
}

/**
 * Writes an empty temporary file next to the file and deletes it, so that an invalid path fails before the work that fills the file.
 * @throws the reason why the file cannot be replaced
 */
export function assertWritable(file: string): void {
  const temporary = temporaryPath(resolveRegularFile(file));
  rmSync(temporary, { force: true });
  writeFileSync(temporary, '', { flag: 'wx' });
  rmSync(temporary);
}

/** Watchers and loaders of scenarios ignore names that start with a dot. */
function temporaryPath(target: string): string {
  return join(dirname(target), `.${basename(target)}-${process.pid}.tmp`);
}

/**
 * Resolves the links of a path.
 * @throws if the path exists and is not a regular file, or is a broken link
 */
export function resolveRegularFile(file: string): string {
  // A file there belongs to another process, such as a redirected output.
  if (/^\/(?:dev|proc)\//.test(resolve(file))) throw new Error('It is not a regular file.');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) {
    if (lstatSync(file, { throwIfNoEntry: false })) throw new Error('It is a broken link.');
    return file;
  }
  if (stats.isDirectory()) throw new Error('It is a folder.');
  if (!stats.isFile()) throw new Error('It is not a regular file.');
  return realpathSync(file);
}
