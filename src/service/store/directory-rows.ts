/** The rows of the directory as plain data, and the tables in which an arrangement queries them. */

export type Plan = 'free' | 'pro' | 'max' | 'business';

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  /** The API is part of `max` and `business` (1). Default: `business`. */
  readonly plan: Plan;
  /** The switch in the workspace's settings (5). Default: `true`. */
  readonly apiEnabled: boolean;
}

export interface ApiKeyRow {
  /** SHA-256 of the key, in hex. The directory does not store the key itself. */
  readonly hash: string;
  readonly workspaceId: string;
}

export interface TemplateRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The headings of a deck made from it, in order. */
  readonly outline: readonly string[];
  /** Default: 1. */
  readonly slideCount: number;
  /** The id of its workspace, or `*` for all workspaces. Default: `*`. */
  readonly workspaceId: string;
}

export interface DirectoryRows {
  readonly workspaces: readonly WorkspaceRow[];
  readonly apiKeys: readonly ApiKeyRow[];
  readonly templates: readonly TemplateRow[];
}

/** The database for an arrangement: three tables, with the queries of @mswjs/data. */
export interface DirectoryData {
  readonly workspace: Table<WorkspaceRow>;
  readonly apiKey: Table<ApiKeyEntity>;
  readonly template: Table<TemplateRow>;
}

export interface ApiKeyEntity {
  /** The result of `hashKey` for the key. */
  readonly hash: string;
  /** The workspace that the key opens. */
  readonly workspace?: WorkspaceRow;
}

export interface Table<Entity> {
  create(entity: Partial<Entity>): Entity;
  getAll(): Entity[];
  findFirst(query: Query<Entity>): Entity | null;
  findMany(query: Query<Entity>): Entity[];
  count(query?: Query<Entity>): number;
  update(change: Query<Entity> & { readonly data: Partial<Entity> }): Entity | null;
  updateMany(change: Query<Entity> & { readonly data: Partial<Entity> }): Entity[] | null;
  delete(query: Query<Entity>): Entity | null;
  deleteMany(query: Query<Entity>): Entity[] | null;
}

export interface Query<Entity> {
  readonly where: Where<Entity>;
}

/** A comparison for each relevant field. Comparisons of a related entity are nested below its field. */
export type Where<Entity> = {
  readonly [Field in keyof Entity]?: NonNullable<Entity[Field]> extends string | number | boolean
    ? Comparison<NonNullable<Entity[Field]>>
    : Where<NonNullable<Entity[Field]>>;
};

export interface Comparison<Value> {
  readonly equals?: Value;
  readonly notEquals?: Value;
  readonly in?: readonly Value[];
  readonly notIn?: readonly Value[];
}
