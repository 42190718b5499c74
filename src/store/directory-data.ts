/**
 * The directory as an @mswjs/data database: relational, queryable, and slow enough that no request ever touches it. It is
 * opened from the rows for one arrangement and read back into rows afterwards.
 */
import { factory, oneOf, primaryKey } from '@mswjs/data';
import type { DirectoryData } from './directory-tables.js';
import type { DirectoryRows } from './directory-rows.js';

export function openData(rows: DirectoryRows): DirectoryData {
  // The library's own types do not survive a strict check of declarations; what it does is described by ours.
  const data = withPlaces(createData() as unknown as DirectoryData);
  for (const row of rows.workspaces) data.workspace.create({ ...row });
  for (const { hash, workspaceId } of rows.apiKeys) {
    const workspace = data.workspace.findFirst({ where: { id: { equals: workspaceId } } });
    data.apiKey.create({ hash, ...(workspace && { workspace }) });
  }
  for (const row of rows.templates) data.template.create({ ...row, outline: [...row.outline] });
  return data;
}

/** The rows as they stand now, as copies: entities stay inside. */
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

/** Gives each new template a key of its own, also when it is a changed copy of another. */
function withPlaces(data: DirectoryData): DirectoryData {
  let place = 0;
  const { template } = data;
  const create: typeof template.create = (entity) =>
    template.create(Object.assign({ ...entity }, { place: String((place += 1)) }));
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
      // Ids are unique within a workspace only: a template restored into another workspace keeps its id.
      place: primaryKey(String),
      id: String,
      name: String,
      description: String,
      outline: (): string[] => [],
      slideCount: () => 1,
      workspaceId: () => '*',
    },
  });
}
