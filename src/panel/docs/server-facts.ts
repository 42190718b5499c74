/** What the API reference asks its server: the address of the API, the keys that a page can know, and the ids of real things. */
import type { JobList, Workspace } from '../../generated/control-api.js';
import { knownKey } from '../state/known-key.js';

/** Ids of a job and a presentation, by the path parameters of the contract. */
export type Ids = Readonly<Partial<Record<'generationId' | 'id', string>>>;

/** The address of the API, without a slash at the end. It can be below another path, such as the base of a Vite server. */
export async function readBaseUrl(): Promise<string | undefined> {
  const health = (await read('../health')) as { readonly base_path: string } | undefined;
  return health && new URL(`../..${health.base_path}`, location.href).href;
}

/** The workspaces of the server by the keys that a page can know; empty if it does not tell. */
export async function readKeys(): Promise<ReadonlyMap<string, string>> {
  const list = (await read('../api/workspaces')) as { readonly workspaces: readonly Workspace[] } | undefined;
  return new Map(
    (list?.workspaces ?? []).flatMap((workspace) => {
      const key = knownKey(workspace);
      return key === undefined ? [] : [[key, workspace.id] as const];
    }),
  );
}

/** The ids of the latest job and the latest presentation of a workspace. */
export async function readIds(workspace: string): Promise<Ids> {
  const list = (await read(`../api/workspaces/${workspace}/jobs?limit=100`)) as JobList | undefined;
  // The newest job is the first, and its ids win.
  return (list?.jobs ?? []).reduceRight<Ids>((ids, { view }) => ({ ...ids, ...idsIn(view) }), {});
}

/** The ids in the body of a response. */
export function idsIn(body: unknown): Ids {
  if (typeof body !== 'object' || body === null) return {};
  const { generation_id: job, presentation, id, workspace_id: owner } = body as Record<string, unknown>;
  return {
    ...(typeof job === 'string' && { generationId: job }),
    ...(typeof id === 'string' && owner !== undefined && { id }),
    ...idsIn(presentation),
  };
}

async function read(path: string): Promise<unknown> {
  // The panel keeps the control token for the tab.
  const token = sessionStorage.getItem('deckhand-control-token');
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(path, headers && { headers }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as unknown) : undefined;
}
