/**
 * The workspaces of sandbox keys. Each key `sandbox-<name>` has its own workspace, from its first use on. Their number is
 * limited: the least recently used one is evicted.
 */
import { BoundedMap } from '../../base/bounded-map.js';
import type { TemplateRow, WorkspaceRow } from './directory-rows.js';

/** The maximum number of open sandboxes. */
const MOST_SANDBOXES = 200;

const KEY = /^sandbox-[\w.-]{1,64}$/;
const ID = 'ws_sandbox_';

interface Sandbox {
  readonly row: WorkspaceRow;
  /** The hashes of other keys that open it. */
  readonly keys: readonly string[];
  readonly templates: readonly TemplateRow[];
}

/** The id of the workspace of a sandbox key; `undefined` for other keys. */
export function sandboxIdOf(key: string): string | undefined {
  return KEY.test(key) ? ID + key.slice('sandbox-'.length) : undefined;
}

export class Sandboxes {
  readonly #byId: BoundedMap<string, Sandbox>;
  readonly #keys = new Map<string, string>();

  /** @param onEvict called with the id of each evicted sandbox */
  constructor(onEvict: (workspaceId: string) => void) {
    this.#byId = new BoundedMap(MOST_SANDBOXES, (id, { keys }) => {
      for (const hash of keys) this.#keys.delete(hash);
      onEvict(id);
    });
  }

  /** Opens the workspace with this id if necessary, and marks it as used. `undefined` if the id is not that of a sandbox. */
  open(id: string): WorkspaceRow | undefined {
    const known = this.#byId.get(id);
    if (known) {
      this.#byId.touch(id);
      return known.row;
    }
    const name = id.startsWith(ID) ? id.slice(ID.length) : '';
    if (sandboxIdOf(`sandbox-${name}`) === undefined) return undefined;
    const row: WorkspaceRow = { id, name: `Sandbox ${name}`, plan: 'business', apiEnabled: true };
    this.#byId.set(id, { row, keys: [], templates: [] });
    return row;
  }

  get(id: string): Sandbox | undefined {
    return this.#byId.get(id);
  }

  idByKey(hash: string): string | undefined {
    return this.#keys.get(hash);
  }

  change(id: string, change: (sandbox: Sandbox) => Sandbox): void {
    const sandbox = this.#byId.get(id);
    if (!sandbox) return;
    const changed = change(sandbox);
    this.#byId.set(id, changed);
    for (const hash of changed.keys) this.#keys.set(hash, id);
  }

  list(): Sandbox[] {
    return [...this.#byId.values()];
  }
}
