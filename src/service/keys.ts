/** Reads API keys from either header (5), hashes them, and finds the workspaces that they open. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { BoundedMap } from '../base/bounded-map.js';
import type { CompiledRateLimit } from '../scenario/timeline.js';
import { toSandboxId, type WorkspaceRegistry } from './store/registry.js';
import type { WorkspaceRecord } from './store/registry-records.js';
import type { ApiRequest } from './request.js';

/** The maximum number of cached keys, and the maximum length of a cached key in characters. */
const MAX_CACHED_KEYS = 1000;
const MAX_CACHED_KEY_LENGTH = 256;

/**
 * Which requests are accepted: those with a `known` key, with `any` key, or all (`optional`). An unknown or missing key opens the
 * default workspace.
 */
export type KeyPolicy = 'known' | 'any' | 'optional';

/** A key from a request, valid or not. */
export interface RequestKey {
  readonly value: string;
  readonly hash: string;
}

/** The stored form of a key: SHA-256, in hex. */
export function hashKey(key: string): string {
  return bytesToHex(sha256(utf8ToBytes(key)));
}

/** The key of a request: `Authorization: Bearer <key>` or `x-api-key: <key>`; `undefined` without either header. */
export function readKey(request: Pick<ApiRequest, 'header'>): string | undefined {
  const authorization = request.header('authorization');
  if (authorization !== undefined && /^bearer +\S/i.test(authorization)) return authorization.slice(7).trim();
  return request.header('x-api-key')?.trim() || undefined;
}

/**
 * The rate limit bucket of a key, or of requests without one. Snapshots contain it, so it has only the start of the hash: enough to
 * distinguish keys without revealing them.
 */
export function rateLimitBucket(
  key: RequestKey | undefined,
  { requests, windowMs }: CompiledRateLimit,
): string {
  return `${key?.hash.slice(0, 16) ?? ''}:${requests}/${windowMs}`;
}

/**
 * Reads the keys of requests. It caches the latest keys with their hashes in memory, because hashing is the slowest part of
 * authentication.
 * @param onNew called with each key that is not cached
 */
export function createKeyReader(
  hash: (key: string) => string,
  onNew: (key: string) => void = () => {},
): (request: Pick<ApiRequest, 'header'>) => RequestKey | undefined {
  const keys = new BoundedMap<string, RequestKey>(MAX_CACHED_KEYS);
  return (request) => {
    const value = readKey(request);
    if (value === undefined) return undefined;
    const cached = keys.get(value);
    if (cached) return cached;
    const key = { value, hash: hash(value) };
    onNew(value);
    if (value.length <= MAX_CACHED_KEY_LENGTH) keys.set(value, key);
    return key;
  };
}

/** The workspace of a key: that of its record in the registry, or, for a sandbox key, its own sandbox. */
export function findWorkspaceByKey(
  directory: WorkspaceRegistry,
  { value, hash }: RequestKey,
): WorkspaceRecord | undefined {
  const id = directory.workspaceIdOfKey(hash);
  if (id !== undefined) return directory.workspace(id);
  const sandbox = toSandboxId(value);
  return sandbox === undefined ? undefined : directory.getOrOpenWorkspace(sandbox);
}
