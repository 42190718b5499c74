/** API keys: reads them from either header (5), hashes them at once, and finds them by their hash. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { BoundedMap } from '../base/bounded-map.js';
import type { RateLimit } from '../scenario/timeline.js';
import type { Directory } from './store/directory.js';
import type { ApiKeyRow, WorkspaceRow } from './store/directory-rows.js';
import { sandboxIdOf } from './store/sandboxes.js';
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
export class SentKey {
  readonly value: string;
  readonly hash: string;
  #rate: RateLimit | undefined;
  #bucket = '';

  constructor(value: string, hash: string) {
    this.value = value;
    this.hash = hash;
  }

  /**
   * The rate bucket of its requests. Saved states contain it, so it has only the start of the hash: enough to distinguish keys,
   * and it does not reveal them.
   */
  bucketFor(rate: RateLimit): string {
    if (rate !== this.#rate) {
      this.#rate = rate;
      this.#bucket = `${this.hash.slice(0, 16)}:${rate.requests}/${rate.window}`;
    }
    return this.#bucket;
  }
}

/** The maximum number of cached keys, and the maximum length of a cached key in characters. */
const REMEMBERED_KEYS = 1000;
const LONGEST_REMEMBERED = 256;

/** The rate bucket of requests without a key. */
export const WITHOUT_KEY = new SentKey('', '');

/** Caches the latest keys with their hashes, in memory only. Hashing takes longer than the rest of the key check. */
export class SentKeys {
  readonly #hash: (key: string) => string;
  readonly #onNew: (key: SentKey) => void;
  readonly #keys = new BoundedMap<string, SentKey>(REMEMBERED_KEYS);

  /** @param onNew called with each key that is not cached */
  constructor(hash: (key: string) => string = hashKey, onNew: (key: SentKey) => void = () => {}) {
    this.#hash = hash;
    this.#onNew = onNew;
  }

  /** The key of a request, if it has one. */
  of(request: Pick<ApiRequest, 'header'>): SentKey | undefined {
    const value = sentKey(request);
    if (value === undefined) return undefined;
    const known = this.#keys.get(value);
    if (known) return known;
    const key = new SentKey(value, this.#hash(value));
    this.#onNew(key);
    if (value.length <= LONGEST_REMEMBERED) this.#keys.set(value, key);
    return key;
  }
}

/** Finds the key in the directory. */
export function findKey(directory: Directory, hash: string): ApiKeyRow | undefined {
  const row = directory.keyByHash(hash);
  return row?.hash === hash ? row : undefined;
}

/** The workspace that a key opens: that of its row in the directory, or, for a sandbox key, its own sandbox. */
export function workspaceOfKey(
  directory: Directory,
  { value, hash }: Pick<SentKey, 'value' | 'hash'>,
): WorkspaceRow | undefined {
  const row = findKey(directory, hash);
  if (row) return directory.workspace(row.workspaceId);
  const sandbox = sandboxIdOf(value);
  return sandbox === undefined ? undefined : directory.openWorkspace(sandbox);
}
