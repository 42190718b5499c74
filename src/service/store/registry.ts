/**
 * Registry of workspaces, API keys and templates. Requests read rows by their ids. A test arranges them as an @mswjs/data
 * database, which is loaded on demand.
 */
import { BoundedMap } from '../../base/bounded-map.js';
import type { DirectoryData, RegistryRecords, TemplateRecord, WorkspaceRecord } from './registry-records.js';

/** The maximum number of open sandboxes. The least recently used one is evicted. */
const MAX_SANDBOXES = 200;

const SANDBOX_KEY = /^sandbox-[\w.-]{1,64}$/;
const SANDBOX_ID = 'ws_sandbox_';

/** The id of the workspace of a sandbox key; `undefined` for other keys. Each key `sandbox-<name>` has its own workspace. */
export function toSandboxId(key: string): string | undefined {
  return SANDBOX_KEY.test(key) ? SANDBOX_ID + key.slice('sandbox-'.length) : undefined;
}

/** The templates of all workspaces. */
const ALL_WORKSPACES = '*';

export class WorkspaceRegistry {
  readonly #workspaces = new Map<string, WorkspaceRecord>();
  /** The ids of workspaces, by the hashes of their keys. */
  readonly #keys = new Map<string, string>();
  /** By the ids of their workspaces, or `*`. */
  readonly #templates = new Map<string, readonly TemplateRecord[]>();
  /** The ids of the open sandboxes. */
  readonly #sandboxes: BoundedMap<string, true>;
  /** The hashes of the keys that it began with. */
  readonly #initialKeys: ReadonlySet<string>;
  /** Arrangements run one after the other. */
  #arranged: Promise<unknown> = Promise.resolve();
  /** The changes since the running arrangement began, such as a key that its `work` creates. Its result gets them, too. */
  #meanwhile: (() => void)[] | undefined;

  /** @param onEvict called with the id of each evicted sandbox */
  constructor(rows: RegistryRecords, onEvict: (workspaceId: string) => void = () => {}) {
    this.#sandboxes = new BoundedMap(MAX_SANDBOXES, (id) => {
      this.#remove(id);
      onEvict(id);
    });
    this.#replace(rows);
    this.#initialKeys = new Set(this.#keys.keys());
  }

  /** All rows, except those of sandboxes. */
  rows(): RegistryRecords {
    const isKept = (id: string): boolean => !this.isSandbox(id);
    return {
      workspaces: this.workspaces().filter(({ id }) => isKept(id)),
      apiKeys: [...this.#keys]
        .filter(([, id]) => isKept(id))
        .map(([hash, workspaceId]) => ({ hash, workspaceId })),
      templates: [...this.#templates].filter(([id]) => isKept(id)).flatMap(([, templates]) => templates),
    };
  }

  workspace(id: string): WorkspaceRecord | undefined {
    return this.#workspaces.get(id);
  }

  /** The workspace of this id. A sandbox is opened first, and counts as used. */
  getOrOpenWorkspace(id: string): WorkspaceRecord | undefined {
    const known = this.#workspaces.get(id);
    if (known) {
      this.#sandboxes.touch(id);
      return known;
    }
    const name = id.startsWith(SANDBOX_ID) ? id.slice(SANDBOX_ID.length) : '';
    if (toSandboxId(`sandbox-${name}`) === undefined) return undefined;
    const row: WorkspaceRecord = { id, name: `Sandbox ${name}`, plan: 'business', apiEnabled: true };
    this.#workspaces.set(id, row);
    this.#sandboxes.set(id, true);
    return row;
  }

  /** All workspaces; open sandboxes come last. */
  workspaces(): WorkspaceRecord[] {
    const all = [...this.#workspaces.values()];
    return all.sort((one, other) => Number(this.isSandbox(one.id)) - Number(this.isSandbox(other.id)));
  }

  isSandbox(id: string): boolean {
    return this.#sandboxes.get(id) === true;
  }

  /** Replaces a workspace's row, and its own templates if they are given. */
  setWorkspace(row: WorkspaceRecord, templates?: readonly TemplateRecord[]): void {
    this.#change(() => {
      this.#workspaces.set(row.id, row);
      if (templates) this.#templates.set(row.id, templates);
    });
  }

  /** The id of the workspace that a key opens. A sandbox's own key has no row. */
  workspaceIdOfKey(hash: string): string | undefined {
    return this.#keys.get(hash);
  }

  addKey(workspaceId: string, hash: string): void {
    this.#change(() => this.#keys.set(hash, workspaceId));
  }

  /** The hashes of a workspace's keys, except a sandbox's own key. */
  keysOf(id: string): readonly string[] {
    return [...this.#keys].filter(([, workspaceId]) => workspaceId === id).map(([hash]) => hash);
  }

  /** The hashes of the keys that a workspace got since the start. */
  newKeysOf(id: string): readonly string[] {
    return this.keysOf(id).filter((hash) => !this.#initialKeys.has(hash));
  }

  /**
   * The templates of a workspace: its own first, then the shared ones. Its own templates override shared ones with the same
   * id.
   */
  templates(workspaceId: string): readonly TemplateRecord[] {
    const [own, shared] = [this.ownTemplates(workspaceId), this.ownTemplates(ALL_WORKSPACES)];
    if (own.length === 0) return shared;
    const ids = new Set(own.map(({ id }) => id));
    return [...own, ...shared.filter(({ id }) => !ids.has(id))];
  }

  /** Only the workspace's own templates. */
  ownTemplates(workspaceId: string): readonly TemplateRecord[] {
    return this.#templates.get(workspaceId) ?? [];
  }

  template(workspaceId: string, id: string): TemplateRecord | undefined {
    return this.templates(workspaceId).find((template) => template.id === id);
  }

  /**
   * Queries and changes the rows. Nothing changes if `work` throws or leaves invalid rows. An arrangement inside another one never
   * ends.
   * @throws UserError (`bad-arrangement`) with the invalid row
   */
  arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    const arranged = this.#arranged.then(() => this.#arrange(work));
    this.#arranged = arranged.catch(() => undefined);
    return arranged;
  }

  async #arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    const { openData, readRows } = await import('./directory-data.js');
    const data = openData(this.rows());
    const meanwhile: (() => void)[] = (this.#meanwhile = []);
    try {
      const result = await work(data);
      this.#replace(readRows(data));
      for (const change of meanwhile) change();
      return result;
    } finally {
      this.#meanwhile = undefined;
    }
  }

  #change(change: () => void): void {
    change();
    this.#meanwhile?.push(change);
  }

  /** Replaces all rows, except those of sandboxes. */
  #replace({ workspaces, apiKeys, templates }: RegistryRecords): void {
    for (const { id } of this.rows().workspaces) this.#remove(id);
    this.#templates.delete(ALL_WORKSPACES);
    for (const row of workspaces) this.#workspaces.set(row.id, row);
    for (const { hash, workspaceId } of apiKeys) this.#keys.set(hash, workspaceId);
    for (const row of templates)
      this.#templates.set(row.workspaceId, [...this.ownTemplates(row.workspaceId), row]);
  }

  #remove(id: string): void {
    for (const hash of this.keysOf(id)) this.#keys.delete(hash);
    this.#workspaces.delete(id);
    this.#templates.delete(id);
  }
}
