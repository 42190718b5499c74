/** Checks the option `keys`: which API keys open which workspaces. An error never contains a key. */
import { UserError } from '../../base/user-error.js';
import type { KeyCheck } from '../../service/keys.js';
import type { DirectoryRows, WorkspaceRow } from '../../store/directory-rows.js';
import { sandboxIdOf } from '../../store/sandboxes.js';

/**
 * More keys, each with the id of its workspace; a new id opens a new workspace. `any`: every key is accepted. `none`: requests
 * without a key are accepted, too. Unknown keys, and requests without a key, use the workspace `ws_dev`.
 */
export type KeysOption = Readonly<Record<string, string>> | 'any' | 'none';

/** Characters that a header can carry. */
const SENDABLE = /^[\x21-\x7e]{1,512}$/;
const WORKSPACE_ID = /^[\w.-]{1,64}$/;

/**
 * @param hash SHA-256 in hex
 * @returns the check of the option, and the rows with the keys of the option
 * @throws UserError with the first wrong entry
 */
export function withKeys(
  rows: DirectoryRows,
  keys: unknown,
  hash: (key: string) => string,
): { readonly check: KeyCheck; readonly rows: DirectoryRows } {
  if (keys === undefined) return { check: 'known', rows };
  if (keys === 'any' || keys === 'none') return { check: keys, rows };
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys))
    return refuse('keys must be an object, "any" or "none".');
  const named = Object.entries(keys).map(([key, id]) => {
    const trouble = troubleWithKey(key) ?? troubleWithWorkspace(id);
    if (trouble !== undefined) return refuse(`keys has a wrong entry. ${trouble}`);
    return { hash: hash(key), workspaceId: String(id) };
  });
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

/** Why a key cannot be used; undefined if it can. */
export function troubleWithKey(key: string): string | undefined {
  if (!SENDABLE.test(key))
    return 'A key cannot be empty, have more than 512 characters, spaces, or letters beyond ASCII.';
  return sandboxIdOf(key) === undefined
    ? undefined
    : 'Each key sandbox-<name> already opens a workspace of its own. Leave it out.';
}

/** Why keys cannot open a workspace with this id; undefined if they can. */
export function troubleWithWorkspace(id: unknown): string | undefined {
  if (typeof id !== 'string' || !WORKSPACE_ID.test(id))
    return `A workspace cannot have the id ${JSON.stringify(id)}. Write letters, digits, "_", "-" and ".", such as ws_team.`;
  return id.startsWith('ws_sandbox_') || sandboxIdOf(id) !== undefined
    ? `Only its own key opens the sandbox "${id}".`
    : undefined;
}

const newWorkspace = (id: string): WorkspaceRow => ({ id, name: id, plan: 'business', apiEnabled: true });

function refuse(message: string): never {
  const hint = "Write keys: { 'my-key': 'ws_dev' }, keys: 'any' or keys: 'none'.";
  throw new UserError('bad-option', message, { hint });
}
