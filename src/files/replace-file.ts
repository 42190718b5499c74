/** Replaces a file atomically: after a crash or on a full disk, the old file is still whole. */
import { randomUUID } from 'node:crypto';
import { readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isDeviceName } from '../base/device-name.js';
import { renamePatiently, renamePatientlySync } from './rename-patiently.js';

/**
 * Whether a path names an open file or a device, such as /dev/stdout, NUL or a pipe of Windows. To replace it would replace the
 * link to the open file.
 */
export function isDevice(file: string, platform: NodeJS.Platform): boolean {
  if (platform !== 'win32') return /^\/(?:dev|proc)\//.test(file);
  return /^[/\\]{2}[.?][/\\]pipe[/\\]/i.test(file) || isDeviceName(file.replace(/^.*[/\\:]/s, ''));
}

/**
 * @param mode the permissions of the file; without it, an existing file keeps its own
 * @throws the error of the system; then the file has not changed
 */
export function replaceFile(file: string, content: string | Uint8Array, mode?: number): void {
  const draft = draftOf(file, mode);
  if (!draft) return writeFileSync(file, content);
  try {
    writeFileSync(draft.path, content, { flag: 'wx', flush: true, mode: draft.mode });
    renamePatientlySync(draft.path, draft.target);
  } catch (error) {
    rmSync(draft.path, { force: true });
    throw error;
  }
}

/** The same for a long content, while the process does other work. */
export async function replaceFileInPieces(
  file: string,
  pieces: Iterable<string | Uint8Array>,
  mode?: number,
): Promise<void> {
  const draft = draftOf(file, mode);
  if (!draft) return writeFile(file, pieces);
  try {
    await writeFile(draft.path, pieces, { flag: 'wx', flush: true, mode: draft.mode });
    await renamePatiently(draft.path, draft.target);
  } catch (error) {
    await rm(draft.path, { force: true });
    throw error;
  }
}

/** Deletes the drafts of processes that ended while they wrote this file. The caller has its lock. */
export function removeDrafts(file: string): void {
  const target = targetOf(file);
  if (target === undefined) return;
  const folder = dirname(target);
  const start = draftStart(target);
  for (const name of readdirSync(folder))
    if (name.startsWith(start) && DRAFT_END.test(name.slice(start.length)))
      rmSync(join(folder, name), { force: true });
}

/** The file that a path leads to, through links; undefined for a pipe or a device, which cannot be replaced. */
export function targetOf(file: string): string | undefined {
  if (isDevice(file, process.platform)) return undefined;
  const existing = statSync(file, { throwIfNoEntry: false });
  if (existing && !existing.isFile()) return undefined;
  return existing ? realpathSync(file) : file;
}

/** Watchers and loaders of scenarios ignore names that start with a dot. */
const draftStart = (target: string): string => `.${basename(target)}-`;
const DRAFT_END = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/** Where to write first; undefined for a pipe or a device. */
function draftOf(file: string, mode?: number): { target: string; path: string; mode: number } | undefined {
  // A link stays a link.
  const target = targetOf(file);
  if (target === undefined) return undefined;
  const path = join(dirname(target), `${draftStart(target)}${randomUUID()}.tmp`);
  const own = mode ?? statSync(target, { throwIfNoEntry: false })?.mode ?? 0o666;
  return { target, path, mode: own };
}
