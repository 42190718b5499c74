/** Parses the option `apiKeys`: which API keys open which workspaces. An error never contains a key. */
import { UserError } from '../../base/user-error.js';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS } from '../../service/default-registry.js';
import type { KeyPolicy } from '../../service/keys.js';
import type { RegistryRecords, WorkspaceRecord } from '../../service/store/registry-records.js';
import { toSandboxId } from '../../service/store/registry.js';

/**
 * More keys, each with the id of its workspace; a new id opens a new workspace. `any`: every key is accepted. `optional`: requests
 * without a key are accepted, too. Unknown keys, and requests without a key, belong to the workspace `ws_dev`.
 */
export type KeysOption = Readonly<Record<string, string>> | 'any' | 'optional';

/** Characters that a header can carry. */
const HEADER_SAFE = /^[\x21-\x7e]{1,512}$/;
const WORKSPACE_ID = /^[\w.-]{1,64}$/;

/**
 * @param hash SHA-256 in hex
 * @returns the key policy, and the records with the keys of the option
 * @throws UserError for the first invalid entry
 */
export function applyKeysOption(
  records: RegistryRecords,
  value: unknown,
  hash: (key: string) => string,
): { readonly keyPolicy: KeyPolicy; readonly records: RegistryRecords } {
  const keys = value === undefined ? {} : parseKeysOption(value);
  if (keys === 'any' || keys === 'optional') return { keyPolicy: keys, records };
  const named = Object.entries(keys)
    // A sandbox opens with its first request.
    .filter(([key]) => toSandboxId(key) === undefined)
    .map(([key, workspaceId]) => ({ hash: hash(key), workspaceId }));
  const hashes = new Set(named.map((record) => record.hash));
  const ids = new Set(records.workspaces.map(({ id }) => id));
  const added = [...new Set(named.map(({ workspaceId }) => workspaceId))].filter((id) => !ids.has(id));
  return {
    keyPolicy: 'known',
    records: {
      ...records,
      workspaces: [...records.workspaces, ...added.map(newWorkspace)],
      apiKeys: [...records.apiKeys.filter((record) => !hashes.has(record.hash)), ...named],
    },
  };
}

/** @throws UserError for the first invalid entry */
export function parseKeysOption(value: unknown, label = 'apiKeys'): KeysOption {
  if (value === 'any' || value === 'optional') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return throwInvalidKeys(`${label} must be an object, "any" or "optional".`, label);
  for (const [key, id] of Object.entries(value)) {
    const issue = keyIssue(key, id) ?? workspaceIdIssue(key, id);
    if (issue !== undefined) return throwInvalidKeys(`Invalid entry in ${label}. ${issue}`, label);
  }
  return value as KeysOption;
}

/** Why a key is invalid; undefined if it is valid. */
function keyIssue(key: string, id: unknown): string | undefined {
  if (!HEADER_SAFE.test(key)) return 'A key has 1 to 512 ASCII characters, without spaces.';
  const sandboxId = toSandboxId(key);
  return sandboxId === undefined || sandboxId === id
    ? undefined
    : 'Each key sandbox-<name> opens its own workspace, ws_sandbox_<name>.';
}

/** Why the id of a key's workspace is invalid; undefined if it is valid. */
function workspaceIdIssue(key: string, id: unknown): string | undefined {
  if (typeof id !== 'string' || !WORKSPACE_ID.test(id))
    // The message omits the id: it can be part of a key, if the key contains a "=" or both are swapped.
    return 'The id of a workspace has letters, digits, "_", "-" and ".", such as ws_team.';
  return (id.startsWith('ws_sandbox_') && toSandboxId(key) !== id) || toSandboxId(id) !== undefined
    ? `Only its own key opens the sandbox "${id}".`
    : undefined;
}

/**
 * The option for flags, each KEY or KEY=WORKSPACE. Development and sandbox keys keep their own workspace.
 * @throws UserError for the first invalid entry
 */
export function parseKeyFlags(texts: readonly string[], label: string): KeysOption {
  const entries = texts.map((text) => {
    const [, key = text, id] = /^(.+)=([^=]+)$/s.exec(text) ?? [];
    const [developmentId] = Object.entries(DEVELOPMENT_KEYS).find(([, one]) => one === key) ?? [];
    return [key, id ?? toSandboxId(key) ?? developmentId ?? DEFAULT_WORKSPACE];
  });
  return parseKeysOption(Object.fromEntries(entries), label);
}

const newWorkspace = (id: string): WorkspaceRecord => ({ id, name: id, plan: 'business', apiEnabled: true });

function throwInvalidKeys(message: string, label: string): never {
  const hint =
    label === 'apiKeys'
      ? "Write apiKeys: { 'my-key': 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'."
      : 'Write KEY or KEY=WORKSPACE.';
  throw new UserError('invalid-option', message, { hint });
}
