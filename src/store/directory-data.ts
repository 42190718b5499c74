/**
 * The directory as an @mswjs/data database: typed, relational, queryable, and slow enough that no request ever touches it.
 * It is opened from the rows for one arrangement and read back into rows afterwards.
 */
import { factory, oneOf, primaryKey } from '@mswjs/data';
import type { DirectoryRows, Plan } from './directory-rows.js';

function createData() {
  return factory({
    workspace: {
      id: primaryKey(String),
      name: String,
      plan: (): string => 'business',
      apiEnabled: (): boolean => true,
    },
    apiKey: {
      hash: primaryKey(String),
      workspace: oneOf('workspace'),
    },
    template: {
      id: primaryKey(String),
      name: String,
      description: String,
      outline: (): string[] => [],
      slideCount: () => 1,
      /** A workspace's id, or `*` for all. */
      workspaceId: () => '*',
    },
  });
}

/** The database that an arrangement works on: `workspace`, `apiKey` and `template`, with @mswjs/data's query methods. */
export type DirectoryData = ReturnType<typeof createData>;

export function openData(rows: DirectoryRows): DirectoryData {
  const data = createData();
  for (const row of rows.workspaces) data.workspace.create({ ...row });
  for (const { hash, workspaceId } of rows.apiKeys) {
    data.apiKey.create({
      hash,
      workspace: data.workspace.findFirst({ where: { id: { equals: workspaceId } } }) ?? undefined,
    });
  }
  for (const row of rows.templates) data.template.create({ ...row, outline: [...row.outline] });
  return data;
}

/** The rows as they stand now, copied: nobody keeps hold of an entity. */
export function readRows(data: DirectoryData): DirectoryRows {
  return {
    workspaces: data.workspace
      .getAll()
      .map(({ id, name, plan, apiEnabled }) => ({ id, name, plan: plan as Plan, apiEnabled })),
    apiKeys: data.apiKey.getAll().map(({ hash, workspace }) => ({ hash, workspaceId: workspace?.id ?? '' })),
    templates: data.template.getAll().map(({ id, name, description, outline, slideCount, workspaceId }) => ({
      id,
      name,
      description,
      outline: [...outline],
      slideCount,
      workspaceId,
    })),
  };
}
