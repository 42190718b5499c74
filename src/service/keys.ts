/** API keys: read from either header (5), hashed at once, compared without telling by the time it takes. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Directory } from '../store/directory.js';
import type { ApiKeyRow, WorkspaceRow } from '../store/directory-rows.js';
import { sandboxIdOf } from '../store/sandboxes.js';

/** The form a key is kept in: SHA-256, in hex. */
export function hashKey(key: string): string {
  return bytesToHex(sha256(utf8ToBytes(key)));
}

/** The key of a request: `Authorization: Bearer <key>` or `x-api-key: <key>`; `undefined` when neither is there. */
export function sentKey(header: (name: string) => string | undefined): string | undefined {
  const authorization = header('authorization');
  if (authorization !== undefined && /^bearer +\S/i.test(authorization)) return authorization.slice(7).trim();
  return header('x-api-key')?.trim() || undefined;
}

/** Finds the key in the directory. */
export function findKey(directory: Directory, hash: string): ApiKeyRow | undefined {
  const row = directory.keyByHash(hash);
  return row && equalInConstantTime(row.hash, hash) ? row : undefined;
}

/** The workspace that a key opens: that of its row in the directory, or, of a sandbox key, one of its own. */
export function workspaceOfKey(
  directory: Directory,
  { value, hash }: { readonly value: string; readonly hash: string },
): WorkspaceRow | undefined {
  const row = findKey(directory, hash);
  if (row) return directory.workspace(row.workspaceId);
  const sandbox = sandboxIdOf(value);
  return sandbox === undefined ? undefined : directory.openWorkspace(sandbox);
}

/** Compares two texts of one length, however early they differ, in the same time. */
function equalInConstantTime(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  return difference === 0;
}
