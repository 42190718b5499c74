/** Creates the folders of a new file one by one, because Node's recursive `mkdir` never ends in some file systems, such as `/proc`. */
import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { resolveRegularFile } from './write-file-atomic.js';

/**
 * Checks the path first.
 * @throws the reason why the file or one of its folders cannot be created. Then no new folder remains
 */
export function createParentFolders(file: string): void {
  resolveRegularFile(file);
  const missing: string[] = [];
  let folder = dirname(resolve(file));
  while (!existsSync(folder) && folder !== dirname(folder)) {
    missing.unshift(folder);
    folder = dirname(folder);
  }
  const created: string[] = [];
  try {
    for (const path of missing) if (createFolder(path)) created.unshift(path);
  } catch (error) {
    for (const path of created) rmdirSync(path);
    throw error;
  }
}

/** @returns false if another process has created it in the meantime */
function createFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false;
    throw error;
  }
}
