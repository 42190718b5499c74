/** Atomic write: temporary file, then rename. */
import { lstatSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/**
 * Writes a draft beside the file, and renames it.
 * @param mode the permissions of the file; without it, an existing file keeps its own
 * @throws an error that says why; then the file has not changed
 */
export function writeFileAtomic(file: string, content: string | Uint8Array, mode?: number): void {
  const target = resolveRegularFile(file);
  const draft = temporaryPath(target);
  try {
    // A process with this id can have been killed here. A link in its place is not followed.
    rmSync(draft, { force: true });
    const own = mode ?? statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666;
    writeFileSync(draft, content, { flag: 'wx', flush: true, mode: own });
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Writes an empty draft beside the file and deletes it, so that a wrong path is known before the work that fills the file.
 * @throws an error that says why the file cannot be replaced
 */
export function assertWritable(file: string): void {
  const draft = temporaryPath(resolveRegularFile(file));
  rmSync(draft, { force: true });
  writeFileSync(draft, '', { flag: 'wx' });
  rmSync(draft);
}

/** Watchers and loaders of scenarios ignore names that start with a dot. */
function temporaryPath(target: string): string {
  return join(dirname(target), `.${basename(target)}-${process.pid}.tmp`);
}

/**
 * The file that a path leads to, through links.
 * @throws an error if something is there that is not a file, or a link leads nowhere
 */
export function resolveRegularFile(file: string): string {
  // A file there is that of another process, such as a redirected output.
  if (/^\/(?:dev|proc)\//.test(resolve(file))) throw new Error('It is not a regular file.');
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) {
    if (lstatSync(file, { throwIfNoEntry: false }))
      throw new Error('It is a link to a file that is not there.');
    return file;
  }
  if (found.isDirectory()) throw new Error('It is a folder.');
  if (!found.isFile()) throw new Error('It is not a regular file.');
  return realpathSync(file);
}
