/** Checks the option `apiKeys`: which API keys open which workspaces. An error never contains a key. */
import { UserError } from '../../base/user-error.js';
import { DEFAULT_WORKSPACE, DEVELOPMENT_KEYS } from '../../service/default-registry.js';
import type { KeyPolicy } from '../../service/keys.js';
import type { RegistryRecords, WorkspaceRecord } from '../../service/store/registry-records.js';
import { toSandboxId } from '../../service/store/registry.js';

/**
 * More keys, each with the id of its workspace; a new id opens a new workspace. `any`: every key is accepted. `optional`: requests
 * without a key are accepted, too. Unknown keys, and requests without a key, use the workspace `ws_dev`.
 */
export type KeysOption = Readonly<Record<string, string>> | 'any' | 'optional';

/** Characters that a header can carry. */
const HEADER_SAFE = /^[\x21-\x7e]{1,512}$/;
const WORKSPACE_ID = /^[\w.-]{1,64}$/;

/**
 * @param hash SHA-256 in hex
 * @returns the check of the option, and the rows with the keys of the option
 * @throws UserError with the first wrong entry
 */
export function applyKeysOption(
  rows: RegistryRecords,
  value: unknown,
  hash: (key: string) => string,
): { readonly check: KeyPolicy; readonly rows: RegistryRecords } {
  const keys = value === undefined ? {} : parseKeysOption(value);
  if (keys === 'any' || keys === 'optional') return { check: keys, rows };
  const named = Object.entries(keys)
    // A sandbox opens with its first request.
    .filter(([key]) => toSandboxId(key) === undefined)
    .map(([key, workspaceId]) => ({ hash: hash(key), workspaceId }));
  const hashes = new Set(named.map((row) => row.hash));
  const ids = new Set(rows.workspaces.map(({ id }) => id));
  const added = [...new Set(named.map(({ workspaceId }) => workspaceId))].filter((id) => !ids.has(id));
  return {
    check: 'known',
    rows: {
      ...rows,
      workspaces: [...rows.workspaces, ...added.map(newWorkspace)],
      apiKeys: [...rows.apiKeys.filter((row) => !hashes.has(row.hash)), ...named],
    },
  };
}

/** @throws UserError with the first wrong entry */
export function parseKeysOption(value: unknown, where = 'apiKeys'): KeysOption {
  if (value === 'any' || value === 'optional') return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return throwInvalidKeys(`${where} must be an object, "any" or "optional".`, where);
  for (const [key, id] of Object.entries(value)) {
    const trouble = keyIssue(key, id) ?? workspaceIdIssue(key, id);
    if (trouble !== undefined) return throwInvalidKeys(`${where} has a wrong entry. ${trouble}`, where);
  }
  return value as KeysOption;
}

/** Why a key cannot be used; undefined if it can. */
function keyIssue(key: string, id: unknown): string | undefined {
  if (!HEADER_SAFE.test(key))
    return 'A key cannot be empty, have more than 512 characters, spaces, or letters beyond ASCII.';
  const own = toSandboxId(key);
  return own === undefined || own === id
    ? undefined
    : 'Each key sandbox-<name> opens its own workspace, ws_sandbox_<name>.';
}

/** Why a key cannot open the workspace with this id; undefined if it can. */
function workspaceIdIssue(key: string, id: unknown): string | undefined {
  if (typeof id !== 'string' || !WORKSPACE_ID.test(id))
    // The id can be a part of a key: a key that contains a "=", or both the wrong way round.
    return 'A workspace has an id of letters, digits, "_", "-" and ".", such as ws_team.';
  return (id.startsWith('ws_sandbox_') && toSandboxId(key) !== id) || toSandboxId(id) !== undefined
    ? `Only its own key opens the sandbox "${id}".`
    : undefined;
}

/**
 * The option for flags, each KEY or KEY=WORKSPACE. Development and sandbox keys keep their own workspace.
 * @throws UserError with the first wrong entry
 */
export function parseKeyFlags(texts: readonly string[], where: string): KeysOption {
  const entries = texts.map((text) => {
    const [, key = text, named] = /^(.+)=([^=]+)$/s.exec(text) ?? [];
    const [developed] = Object.entries(DEVELOPMENT_KEYS).find(([, one]) => one === key) ?? [];
    return [key, named ?? toSandboxId(key) ?? developed ?? DEFAULT_WORKSPACE];
  });
  return parseKeysOption(Object.fromEntries(entries), where);
}

const newWorkspace = (id: string): WorkspaceRecord => ({ id, name: id, plan: 'business', apiEnabled: true });

function throwInvalidKeys(message: string, where: string): never {
  const hint =
    where === 'apiKeys'
      ? "Write apiKeys: { 'my-key': 'ws_dev' }, apiKeys: 'any' or apiKeys: 'optional'."
      : 'Write KEY or KEY=WORKSPACE.';
  throw new UserError('invalid-option', message, { hint });
}
