/** The registry of workspaces, API keys and templates. A test changes it as an @mswjs/data database, which is loaded on demand. */
import { BoundedMap } from '../../base/bounded-map.js';
import type { DirectoryData, RegistryRecords, TemplateRecord, WorkspaceRecord } from './registry-records.js';

/** The maximum number of open sandboxes. The least recently used one is evicted. */
const MAX_SANDBOXES = 200;

const SANDBOX_KEY = /^sandbox-[\w.-]{1,64}$/;
const SANDBOX_ID = 'ws_sandbox_';

/** The workspace id of templates that all workspaces have. */
const ALL_WORKSPACES = '*';

/** The id of the workspace of a sandbox key; `undefined` for other keys. Each key `sandbox-<name>` has its own workspace. */
export function toSandboxId(key: string): string | undefined {
  return SANDBOX_KEY.test(key) ? SANDBOX_ID + key.slice('sandbox-'.length) : undefined;
}

/** Whether a workspace is a sandbox, which one test has for itself. */
export const isSandbox = (workspaceId: string): boolean => workspaceId.startsWith(SANDBOX_ID);

export class WorkspaceRegistry {
  readonly #workspaces = new Map<string, WorkspaceRecord>();
  /** The ids of workspaces, by the hashes of their keys. */
  readonly #keys = new Map<string, string>();
  /** By the ids of their workspaces, or `*`. */
  readonly #templates = new Map<string, readonly TemplateRecord[]>();
  /** The ids of the open sandboxes. */
  readonly #sandboxes: BoundedMap<string, true>;
  /** The hashes of the initial keys. */
  readonly #initialKeys: ReadonlySet<string>;
  /** The last arrangement. Arrangements run one after the other. */
  #arranged: Promise<unknown> = Promise.resolve();
  /** The changes since the start of the running arrangement, such as a new key. They are also applied to its result. */
  #concurrentChanges: (() => void)[] | undefined;

  /** @param onEvict called with the id of each evicted sandbox */
  constructor(records: RegistryRecords, onEvict: (workspaceId: string) => void = () => {}) {
    this.#sandboxes = new BoundedMap(MAX_SANDBOXES, (id) => {
      this.#remove(id);
      onEvict(id);
    });
    this.#replace(records);
    this.#initialKeys = new Set(this.#keys.keys());
  }

  /** All records, except those of sandboxes. */
  records(): RegistryRecords {
    const isIncluded = (id: string): boolean => !this.isSandbox(id);
    return {
      workspaces: this.workspaces().filter(({ id }) => isIncluded(id)),
      apiKeys: [...this.#keys]
        .filter(([, id]) => isIncluded(id))
        .map(([hash, workspaceId]) => ({ hash, workspaceId })),
      templates: [...this.#templates].filter(([id]) => isIncluded(id)).flatMap(([, templates]) => templates),
    };
  }

  workspace(id: string): WorkspaceRecord | undefined {
    return this.#workspaces.get(id);
  }

  /** The workspace of this id. A sandbox is opened first, and counts as used. */
  getOrOpenWorkspace(id: string): WorkspaceRecord | undefined {
    const workspace = this.#workspaces.get(id);
    if (workspace) {
      this.#sandboxes.touch(id);
      return workspace;
    }
    const name = id.startsWith(SANDBOX_ID) ? id.slice(SANDBOX_ID.length) : '';
    if (toSandboxId(`sandbox-${name}`) === undefined) return undefined;
    const sandbox: WorkspaceRecord = { id, name: `Sandbox ${name}`, plan: 'business', apiEnabled: true };
    this.#workspaces.set(id, sandbox);
    this.#sandboxes.set(id, true);
    return sandbox;
  }

  /** All workspaces; open sandboxes come last. */
  workspaces(): WorkspaceRecord[] {
    const all = [...this.#workspaces.values()];
    return all.sort((one, other) => Number(this.isSandbox(one.id)) - Number(this.isSandbox(other.id)));
  }

  isSandbox(id: string): boolean {
    return this.#sandboxes.get(id) === true;
  }

  /** Replaces the record of a workspace, and optionally its own templates. */
  setWorkspace(record: WorkspaceRecord, templates?: readonly TemplateRecord[]): void {
    this.#change(() => {
      this.#workspaces.set(record.id, record);
      if (templates) this.#templates.set(record.id, templates);
    });
  }

  /** The id of the workspace that a key opens. The key of a sandbox has no record. */
  workspaceIdOfKey(hash: string): string | undefined {
    return this.#keys.get(hash);
  }

  addKey(workspaceId: string, hash: string): void {
    this.#change(() => this.#keys.set(hash, workspaceId));
  }

  /** The hashes of a workspace's keys, except the key of a sandbox. */
  keysOf(id: string): readonly string[] {
    return [...this.#keys].filter(([, workspaceId]) => workspaceId === id).map(([hash]) => hash);
  }

  /** The hashes of the keys that were added to a workspace since the start. */
  newKeysOf(id: string): readonly string[] {
    return this.keysOf(id).filter((hash) => !this.#initialKeys.has(hash));
  }

  /**
   * The templates of a workspace: its own first, then the shared ones. Its own templates override shared ones with the same id.
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
   * Queries and changes the records. Nothing changes if `work` throws or the records are invalid. Nested calls would deadlock.
   * @throws UserError (`bad-arrangement`) with the invalid record
   */
  arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    const arranged = this.#arranged.then(() => this.#arrange(work));
    this.#arranged = arranged.catch(() => undefined);
    return arranged;
  }

  async #arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    const { openData, readRecords } = await import('./directory-data.js');
    const data = openData(this.records());
    const changes: (() => void)[] = (this.#concurrentChanges = []);
    try {
      const result = await work(data);
      this.#replace(readRecords(data));
      for (const change of changes) change();
      return result;
    } finally {
      this.#concurrentChanges = undefined;
    }
  }

  #change(change: () => void): void {
    change();
    this.#concurrentChanges?.push(change);
  }

  /** Replaces all records, except those of sandboxes. */
  #replace({ workspaces, apiKeys, templates }: RegistryRecords): void {
    for (const { id } of this.records().workspaces) this.#remove(id);
    this.#templates.delete(ALL_WORKSPACES);
    for (const workspace of workspaces) this.#workspaces.set(workspace.id, workspace);
    for (const { hash, workspaceId } of apiKeys) this.#keys.set(hash, workspaceId);
    for (const template of templates)
      this.#templates.set(template.workspaceId, [...this.ownTemplates(template.workspaceId), template]);
  }

  #remove(id: string): void {
    for (const hash of this.keysOf(id)) this.#keys.delete(hash);
    this.#workspaces.delete(id);
    this.#templates.delete(id);
  }
}
