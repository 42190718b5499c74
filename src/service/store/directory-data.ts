/**
 * The directory as an @mswjs/data database: relational and queryable, but too slow for requests. It is filled from the rows
 * for one arrangement, and then converted back to rows.
 */
import { factory, oneOf, primaryKey } from '@mswjs/data';
import type { DirectoryData } from './directory-tables.js';
import type { DirectoryRows } from './directory-rows.js';

export function openData(rows: DirectoryRows): DirectoryData {
  // The types of the library fail a strict check of declarations, so `DirectoryData` replaces them.
  const data = withPositions(createData() as unknown as DirectoryData);
  for (const row of rows.workspaces) data.workspace.create({ ...row });
  for (const { hash, workspaceId } of rows.apiKeys) {
    const workspace = data.workspace.findFirst({ where: { id: { equals: workspaceId } } });
    data.apiKey.create({ hash, ...(workspace && { workspace }) });
  }
  for (const row of rows.templates) data.template.create({ ...row, outline: [...row.outline] });
  return data;
}

/** Copies of the rows at this time. The entities stay inside the database. */
export function readRows(data: DirectoryData): DirectoryRows {
  return {
    workspaces: data.workspace
      .getAll()
      .map(({ id, name, plan, apiEnabled }) => ({ id, name, plan, apiEnabled })),
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

/** Gives each new template its own primary key, also if it is a changed copy of another template. */
function withPositions(data: DirectoryData): DirectoryData {
  let position = 0;
  const { template } = data;
  const create: typeof template.create = (entity) =>
    template.create(Object.assign({ ...entity }, { position: String((position += 1)) }));
  return { ...data, template: { ...template, create } };
}

function createData() {
  return factory({
    workspace: {
      id: primaryKey(String),
      name: String,
      plan: () => 'business',
      apiEnabled: () => true,
    },
    apiKey: {
      hash: primaryKey(String),
      workspace: oneOf('workspace'),
    },
    template: {
      // Ids are unique only within a workspace: a template that is restored into another workspace keeps its id.
      position: primaryKey(String),
      id: String,
      name: String,
      description: String,
      outline: (): string[] => [],
      slideCount: () => 1,
      workspaceId: () => '*',
    },
  });
}
