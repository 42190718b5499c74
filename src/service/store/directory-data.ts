/**
 * Converts the registry to an @mswjs/data database and back, for tests that query and change it. The database is too slow for
 * requests.
 */
import { factory, oneOf, primaryKey } from '@mswjs/data';
import { UserError } from '../../base/user-error.js';
import type { DirectoryData, RegistryRecords, WorkspacePlan } from './registry-records.js';

const PLANS: readonly WorkspacePlan[] = ['free', 'pro', 'max', 'business'];

export function openData(records: RegistryRecords): DirectoryData {
  // The types of the library fail a strict check of declarations, so `DirectoryData` replaces them.
  const data = withPrimaryKeys(createData() as unknown as DirectoryData);
  for (const record of records.workspaces) data.workspace.create({ ...record });
  for (const { hash, workspaceId } of records.apiKeys) {
    const workspace = data.workspace.findFirst({ where: { id: { equals: workspaceId } } });
    data.apiKey.create({ hash, ...(workspace && { workspace }) });
  }
  for (const record of records.templates) data.template.create({ ...record, outline: [...record.outline] });
  return data;
}

/** @throws UserError (`bad-arrangement`) with the first invalid record */
export function readRecords(data: DirectoryData): RegistryRecords {
  const records = copyRecords(data);
  assertRecords(records);
  return records;
}

/** Copies the records, so that no entities of the database leave this module. */
function copyRecords(data: DirectoryData): RegistryRecords {
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

function assertRecords({ workspaces, apiKeys, templates }: RegistryRecords): void {
  const fail = (message: string): never => {
    throw new UserError('bad-arrangement', `${message}. Nothing was changed.`);
  };
  const ids = new Set(workspaces.map(({ id }) => id));
  for (const { id, plan } of workspaces) {
    if (id === '') fail('A workspace needs an id');
    if (!PLANS.includes(plan))
      fail(`The workspace ${id} has the plan "${plan}"; plans are ${PLANS.join(', ')}`);
  }
  for (const { hash, workspaceId } of apiKeys) {
    if (!/^[0-9a-f]{64}$/.test(hash))
      fail(`The hash of an API key must be the SHA-256 of its value in hex (see hashKey), not "${hash}"`);
    if (!ids.has(workspaceId))
      fail(`An API key belongs to the workspace "${workspaceId}", which does not exist`);
  }
  const seen = new Set<string>();
  for (const { id, slideCount, outline, workspaceId } of templates) {
    if (id === '') fail('A template needs an id');
    const name = JSON.stringify([workspaceId, id]);
    if (seen.has(name)) fail(`The template ${id} of ${describeOwner(workspaceId)} is not unique`);
    seen.add(name);
    if (workspaceId !== '*' && !ids.has(workspaceId))
      fail(`The template ${id} belongs to the workspace "${workspaceId}", which does not exist`);
    if (!Number.isInteger(slideCount) || slideCount < 1 || slideCount > 500)
      fail(`The template ${id} has ${slideCount} slides; it must have 1 to 500`);
    if (!outline.every((heading) => typeof heading === 'string'))
      fail(`The outline of the template ${id} is not an array of strings`);
  }
}

function describeOwner(workspaceId: string): string {
  return workspaceId === '*' ? 'all workspaces' : `the workspace ${workspaceId}`;
}

/** Gives each new template its own primary key, also if it is a changed copy of another template. */
function withPrimaryKeys(data: DirectoryData): DirectoryData {
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
