/** The rows of the directory as plain data, and their constraints. */
import { UserError } from '../../base/user-error.js';

export const PLANS = ['free', 'pro', 'max', 'business'] as const;
export type Plan = (typeof PLANS)[number];

export interface WorkspaceRow {
  readonly id: string;
  readonly name: string;
  /** The API is part of `max` and `business` (1). */
  readonly plan: Plan;
  /** The switch in the workspace's settings (5). */
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
  readonly outline: readonly string[];
  readonly slideCount: number;
  /** The id of its workspace, or `*` for all workspaces. */
  readonly workspaceId: string;
}

export interface DirectoryRows {
  readonly workspaces: readonly WorkspaceRow[];
  readonly apiKeys: readonly ApiKeyRow[];
  readonly templates: readonly TemplateRow[];
}

/** @throws UserError (`bad-arrangement`) with the first invalid row */
export function checkRows({ workspaces, apiKeys, templates }: DirectoryRows): void {
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
