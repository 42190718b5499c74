/** The records of the registry as plain data, and the tables in which tests query them. */

export type WorkspacePlan = 'free' | 'pro' | 'max' | 'business';

export interface WorkspaceRecord {
  readonly id: string;
  readonly name: string;
  /** The API is part of `max` and `business` (1). Default: `business`. */
  readonly plan: WorkspacePlan;
  /** The switch in the workspace's settings (5). Default: `true`. */
  readonly apiEnabled: boolean;
}

export interface ApiKeyRecord {
  /** SHA-256 of the key, in hex. The key itself is not stored. */
  readonly hash: string;
  readonly workspaceId: string;
}

export interface TemplateRecord {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The headings of its presentations, in order. */
  readonly outline: readonly string[];
  /** Default: 1. */
  readonly slideCount: number;
  /** The id of its workspace, or `*` for all workspaces. Default: `*`. */
  readonly workspaceId: string;
}

export interface RegistryRecords {
  readonly workspaces: readonly WorkspaceRecord[];
  readonly apiKeys: readonly ApiKeyRecord[];
  readonly templates: readonly TemplateRecord[];
}

/** The database for tests: three tables, with the queries of @mswjs/data. */
export interface DirectoryData {
  readonly workspace: Table<WorkspaceRecord>;
  readonly apiKey: Table<ApiKeyEntity>;
  readonly template: Table<TemplateRecord>;
}

export interface ApiKeyEntity {
  /** The result of `hashKey` for the key. */
  readonly hash: string;
  /** The workspace that the key opens. */
  readonly workspace?: WorkspaceRecord;
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

/** A comparison for each relevant field. Those of a related entity are nested below its field. */
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
