/** API keys: reads them from either header (5), hashes them at once, and finds them by their hash. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { BoundedMap } from '../base/bounded-map.js';
import type { RateLimit } from '../scenario/timeline.js';
import { sandboxIdOf, type Directory } from './store/directory.js';
import type { WorkspaceRow } from './store/directory-rows.js';
import type { ApiRequest } from './api.js';

/** The stored form of a key: SHA-256, in hex. */
export function hashKey(key: string): string {
  return bytesToHex(sha256(utf8ToBytes(key)));
}

/** The key of a request: `Authorization: Bearer <key>` or `x-api-key: <key>`; `undefined` without either header. */
export function sentKey(request: Pick<ApiRequest, 'header'>): string | undefined {
  const authorization = request.header('authorization');
  if (authorization !== undefined && /^bearer +\S/i.test(authorization)) return authorization.slice(7).trim();
  return request.header('x-api-key')?.trim() || undefined;
}

/**
 * Which requests are accepted: `known`, with a key that opens a workspace; `any`, with any key; `none`, all. If no workspace
 * has the key, requests use the default workspace.
 */
export type KeyCheck = 'known' | 'any' | 'none';

/** A key from a request, valid or not. */
export interface SentKey {
  readonly value: string;
  readonly hash: string;
}

/**
 * The rate bucket of the requests with a key, or without one. Saved states contain it, so it has only the start of the hash:
 * enough to distinguish keys, and it does not reveal them.
 */
export function rateBucket(key: SentKey | undefined, { requests, window }: RateLimit): string {
  return `${key?.hash.slice(0, 16) ?? ''}:${requests}/${window}`;
}

/** The maximum number of cached keys, and the maximum length of a cached key in characters. */
const REMEMBERED_KEYS = 1000;
const LONGEST_REMEMBERED = 256;

/**
 * Reads the keys of requests. It caches the latest keys with their hashes, in memory only: hashing takes longer than the rest of
 * the key check.
 * @param onNew called with each key that is not cached
 */
export function keyReader(
  hash: (key: string) => string,
  onNew: (key: string) => void = () => {},
): (request: Pick<ApiRequest, 'header'>) => SentKey | undefined {
  const keys = new BoundedMap<string, SentKey>(REMEMBERED_KEYS);
  return (request) => {
    const value = sentKey(request);
    if (value === undefined) return undefined;
    const known = keys.get(value);
    if (known) return known;
    const key = { value, hash: hash(value) };
    onNew(value);
    if (value.length <= LONGEST_REMEMBERED) keys.set(value, key);
    return key;
  };
}

/** The workspace that a key opens: that of its row in the directory, or, for a sandbox key, its own sandbox. */
export function workspaceOfKey(directory: Directory, { value, hash }: SentKey): WorkspaceRow | undefined {
  const id = directory.workspaceIdOfKey(hash);
  if (id !== undefined) return directory.workspace(id);
  const sandbox = sandboxIdOf(value);
  return sandbox === undefined ? undefined : directory.openWorkspace(sandbox);
}
