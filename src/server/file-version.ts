/** Recognizes whether a file is still the one that this process read or wrote. */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';

export interface FileVersion {
  /** Changes with every write. */
  readonly stamp: string;
  readonly hash: string;
}

/**
 * @param content of the file, if it was just written
 * @returns undefined if the file does not exist
 */
export function readFileVersion(file: string, content?: string): FileVersion | undefined {
  const stamp = readStamp(file);
  return stamp === undefined ? undefined : { stamp, hash: hashOf(content ?? readFileSync(file)) };
}

/**
 * Whether a file has other content than at `version`. A file that no longer exists has none that could be lost.
 * @param version undefined if the file did not exist
 */
export function hasOtherContent(file: string, version: FileVersion | undefined): boolean {
  const stamp = readStamp(file);
  return stamp !== undefined && stamp !== version?.stamp && hashOf(readFileSync(file)) !== version?.hash;
}

function readStamp(file: string): string | undefined {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats && `${stats.dev} ${stats.ino} ${stats.size} ${stats.mtimeNs}`;
}

const hashOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
