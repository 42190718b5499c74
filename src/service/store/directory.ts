/**
 * The directory: workspaces, API keys and templates. They are few and related, and tests arrange them. Requests use an index
 * of the rows. An arrangement gets the rows as an @mswjs/data database, which is loaded on demand.
 */
import {
  checkRows,
  type ApiKeyRow,
  type DirectoryRows,
  type TemplateRow,
  type WorkspaceRow,
} from './directory-rows.js';
import type { DirectoryData } from './directory-tables.js';
import { Sandboxes } from './sandboxes.js';

type RowsChange = (rows: DirectoryRows) => DirectoryRows;

export class Directory {
  #rows!: DirectoryRows;
  #workspaces = new Map<string, WorkspaceRow>();
  #keys = new Map<string, ApiKeyRow>();
  #templates = new Map<string, readonly TemplateRow[]>();
  #shared: readonly TemplateRow[] = [];
  /** Arrangements run one after the other. */
  #arranged: Promise<unknown> = Promise.resolve();
  /** The changes since the running arrangement started; undefined without one. */
  #meanwhile: RowsChange[] | undefined;

  readonly #sandboxes: Sandboxes;
  /** The hashes of the keys that it began with. */
  readonly #first: ReadonlySet<string>;

  /** @param onEvict called with the id of each evicted sandbox */
  constructor(rows: DirectoryRows, onEvict: (workspaceId: string) => void = () => {}) {
    this.#sandboxes = new Sandboxes(onEvict);
    this.#first = new Set(rows.apiKeys.map(({ hash }) => hash));
    this.#publish(rows);
  }

  get rows(): DirectoryRows {
    return this.#rows;
  }

  workspace(id: string): WorkspaceRow | undefined {
    return this.#workspaces.get(id) ?? this.#sandboxes.get(id)?.row;
  }

  /** The workspace of this id. A sandbox is opened first. */
  openWorkspace(id: string): WorkspaceRow | undefined {
    return this.#workspaces.get(id) ?? this.#sandboxes.open(id);
  }

  /** All workspaces; open sandboxes come last. */
  workspaces(): WorkspaceRow[] {
    return [...this.#rows.workspaces, ...this.#sandboxes.list().map(({ row }) => row)];
  }

  isSandbox(id: string): boolean {
    return this.#sandboxes.get(id) !== undefined;
  }

  /** The hashes of a workspace's keys, except a sandbox's own key. */
  keysOf(id: string): readonly string[] {
    const keys = this.#rows.apiKeys.filter((row) => row.workspaceId === id).map(({ hash }) => hash);
    return this.#sandboxes.get(id)?.keys ?? keys;
  }

  /** The hashes of the keys that a workspace got since. */
  newKeysOf(id: string): readonly string[] {
    return this.keysOf(id).filter((hash) => !this.#first.has(hash));
  }

  keyByHash(hash: string): ApiKeyRow | undefined {
    const row = this.#keys.get(hash);
    if (row) return row;
    const workspaceId = this.#sandboxes.idByKey(hash);
    return workspaceId === undefined ? undefined : { hash, workspaceId };
  }

  /**
   * The templates of a workspace: its own first, then the shared ones. Its own templates override shared ones with the same
   * id.
   */
  templates(workspaceId: string): readonly TemplateRow[] {
    return this.#templates.get(workspaceId) ?? this.#ofSandbox(workspaceId) ?? this.#shared;
  }

  /** Only the workspace's own templates. */
  ownTemplates(id: string): readonly TemplateRow[] {
    return this.#sandboxes.get(id)?.templates ?? this.#rows.templates.filter((row) => row.workspaceId === id);
  }

  #ofSandbox(id: string): readonly TemplateRow[] | undefined {
    const own = this.#sandboxes.get(id)?.templates;
    return own && own.length > 0 ? withShared(own, this.#shared) : undefined;
  }

  template(workspaceId: string, id: string): TemplateRow | undefined {
    return this.templates(workspaceId).find((template) => template.id === id);
  }

  /**
   * Queries and changes the rows. Nothing changes if `work` throws or leaves invalid rows. An arrangement inside another one
   * waits for the outer one, and therefore never ends.
   * @throws UserError (`bad-arrangement`) with the invalid row
   */
  arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    const arranged = this.#arranged.then(() => this.#arrange(work));
    this.#arranged = arranged.catch(() => undefined);
    return arranged;
  }

  addKey(workspaceId: string, hash: string): void {
    if (this.isSandbox(workspaceId)) {
      this.#sandboxes.change(workspaceId, (sandbox) => ({ ...sandbox, keys: [...sandbox.keys, hash] }));
      return;
    }
    this.#change((rows) => ({ ...rows, apiKeys: [...rows.apiKeys, { hash, workspaceId }] }));
  }

  /** Replaces a workspace's row, and its own templates if they are given. */
  putWorkspace(row: WorkspaceRow, templates?: readonly TemplateRow[]): void {
    if (this.isSandbox(row.id)) {
      this.#sandboxes.change(row.id, (sandbox) => ({
        ...sandbox,
        row,
        templates: templates ?? sandbox.templates,
      }));
      return;
    }
    const changed = differences(this.#workspaces.get(row.id), row);
    this.#change((rows) => ({
      ...rows,
      workspaces: rows.workspaces.map((known) => (known.id === row.id ? { ...known, ...changed } : known)),
      templates: templates
        ? [...rows.templates.filter(({ workspaceId }) => workspaceId !== row.id), ...templates]
        : rows.templates,
    }));
  }

  /**
   * Changes the rows at once, without a database. It does not wait for a running arrangement, which can itself wait for this
   * change. The rows of that arrangement get the change, too.
   */
  #change(change: RowsChange): void {
    const rows = change(this.#rows);
    checkRows(rows);
    this.#publish(rows);
    this.#meanwhile?.push(change);
  }

  async #arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    const { openData, readRows } = await import('./directory-data.js');
    const data = openData(this.#rows);
    const meanwhile: RowsChange[] = (this.#meanwhile = []);
    try {
      const result = await work(data);
      const rows = meanwhile.reduce((arranged, change) => change(arranged), readRows(data));
      checkRows(rows);
      this.#publish(rows);
      return result;
    } finally {
      this.#meanwhile = undefined;
    }
  }

  #publish(rows: DirectoryRows): void {
    this.#rows = rows;
    this.#workspaces = new Map(rows.workspaces.map((row) => [row.id, row]));
    this.#keys = new Map(rows.apiKeys.map((row) => [row.hash, row]));
    this.#shared = rows.templates.filter((row) => row.workspaceId === '*');
    this.#templates = new Map(
      [...new Set(rows.templates.map((row) => row.workspaceId))]
        .filter((id) => id !== '*')
        .map((id) => [
          id,
          withShared(
            rows.templates.filter((row) => row.workspaceId === id),
            this.#shared,
          ),
        ]),
    );
  }
}

function withShared(own: readonly TemplateRow[], shared: readonly TemplateRow[]): TemplateRow[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...shared.filter(({ id }) => !ids.has(id))];
}

/** The fields with different values. */
function differences(before: WorkspaceRow | undefined, after: WorkspaceRow): Partial<WorkspaceRow> {
  const fields = Object.entries(after) as [keyof WorkspaceRow, unknown][];
  return Object.fromEntries(fields.filter(([name, value]) => before?.[name] !== value));
}
