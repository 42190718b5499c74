/**
 * The directory: workspaces, API keys and templates. Few, related, and what a test arranges. Requests read an index made
 * once from its rows; whoever arranges something gets the rows as a queryable @mswjs/data database, loaded only then.
 */
import {
  checkRows,
  type ApiKeyRow,
  type DirectoryRows,
  type TemplateRow,
  type WorkspaceRow,
} from './directory-rows.js';
import type { DirectoryData } from './directory-tables.js';

export class Directory {
  #rows!: DirectoryRows;
  #workspaces = new Map<string, WorkspaceRow>();
  #keys = new Map<string, ApiKeyRow>();
  #templates = new Map<string, readonly TemplateRow[]>();
  #shared: readonly TemplateRow[] = [];
  /** Arrangements happen one after the other. */
  #arranged: Promise<unknown> = Promise.resolve();

  constructor(rows: DirectoryRows) {
    this.#publish(rows);
  }

  get rows(): DirectoryRows {
    return this.#rows;
  }

  workspace(id: string): WorkspaceRow | undefined {
    return this.#workspaces.get(id);
  }

  keyByHash(hash: string): ApiKeyRow | undefined {
    return this.#keys.get(hash);
  }

  /** The templates a workspace can use: its own first, then everybody's. */
  templates(workspaceId: string): readonly TemplateRow[] {
    return this.#templates.get(workspaceId) ?? this.#shared;
  }

  template(workspaceId: string, id: string): TemplateRow | undefined {
    return this.templates(workspaceId).find((template) => template.id === id);
  }

  /**
   * Queries and changes the rows. All of it happens, or, when `work` throws or leaves something behind that cannot be,
   * nothing.
   * @throws UserError (`bad-arrangement`) naming the row that is wrong
   */
  arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    const arranged = this.#arranged.then(() => this.#arrange(work));
    this.#arranged = arranged.catch(() => undefined);
    return arranged;
  }

  async #arrange<T>(work: (data: DirectoryData) => T | Promise<T>): Promise<T> {
    const { openData, readRows } = await import('./directory-data.js');
    const data = openData(this.#rows);
    const result = await work(data);
    const rows = readRows(data);
    checkRows(rows);
    this.#publish(rows);
    return result;
  }

  #publish(rows: DirectoryRows): void {
    this.#rows = rows;
    this.#workspaces = new Map(rows.workspaces.map((row) => [row.id, row]));
    this.#keys = new Map(rows.apiKeys.map((row) => [row.hash, row]));
    this.#shared = rows.templates.filter((row) => row.workspaceId === '*');
    this.#templates = new Map(
      [...new Set(rows.templates.map((row) => row.workspaceId))]
        .filter((id) => id !== '*')
        .map((id) => [id, [...rows.templates.filter((row) => row.workspaceId === id), ...this.#shared]]),
    );
  }
}
