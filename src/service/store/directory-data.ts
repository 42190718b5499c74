/**
 * The directory as an @mswjs/data database: relational and queryable, but too slow for requests. It is filled from the rows
 * for one arrangement, and then converted back to rows.
 */
import { factory, oneOf, primaryKey } from '@mswjs/data';
import { UserError } from '../../base/user-error.js';
import type { DirectoryData, RegistryRecords, WorkspacePlan } from './registry-records.js';

const PLANS: readonly WorkspacePlan[] = ['free', 'pro', 'max', 'business'];

export function openData(rows: RegistryRecords): DirectoryData {
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

/** @throws UserError (`bad-arrangement`) with the first invalid row */
export function readRows(data: DirectoryData): RegistryRecords {
  const rows = rowsOf(data);
  checkRows(rows);
  return rows;
}

/** Copies of the rows at this time. The entities stay inside the database. */
function rowsOf(data: DirectoryData): RegistryRecords {
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

function checkRows({ workspaces, apiKeys, templates }: RegistryRecords): void {
  const refuse = (what: string): never => {
    throw new UserError('bad-arrangement', `${what}. Nothing was changed.`);
  };
  const ids = new Set(workspaces.map((row) => row.id));
  for (const { id, plan } of workspaces) {
    if (id === '') refuse('A workspace needs an id');
    if (!PLANS.includes(plan))
      refuse(`The workspace ${id} has the plan "${plan}"; plans are ${PLANS.join(', ')}`);
  }
  for (const { hash, workspaceId } of apiKeys) {
    if (!/^[0-9a-f]{64}$/.test(hash))
      refuse(`An API key is kept as the hex SHA-256 of its value (hashKey makes one), not "${hash}"`);
    if (!ids.has(workspaceId))
      refuse(`An API key belongs to the workspace "${workspaceId}", which there is not`);
  }
  const seen = new Set<string>();
  for (const { id, slideCount, outline, workspaceId } of templates) {
    if (id === '') refuse('A template needs an id');
    const name = JSON.stringify([workspaceId, id]);
    if (seen.has(name)) refuse(`The template ${id} of ${ownerOf(workspaceId)} is there twice`);
    seen.add(name);
    if (workspaceId !== '*' && !ids.has(workspaceId))
      refuse(`The template ${id} belongs to the workspace "${workspaceId}", which there is not`);
    if (!Number.isInteger(slideCount) || slideCount < 1 || slideCount > 500)
      refuse(`The template ${id} has ${slideCount} slides; 1 to 500 are possible`);
    if (!outline.every((heading) => typeof heading === 'string'))
      refuse(`The outline of the template ${id} is not a list of texts`);
  }
}

function ownerOf(workspaceId: string): string {
  return workspaceId === '*' ? 'all workspaces' : `the workspace ${workspaceId}`;
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
