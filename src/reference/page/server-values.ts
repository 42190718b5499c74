/** Fetches the values of this server for the API reference: its base URL, the displayable keys, and the ids of the latest job and presentation. */
import type { JobList, WorkspaceInfo } from '../../generated/control-api.js';
import { displayableKey } from '../../ui/displayable-key.js';

/** Ids of a job and a presentation, by the path parameters of the spec. */
export type Ids = Readonly<Partial<Record<'generationId' | 'id', string>>>;

/** The base URL of the API, without a trailing slash. It can have a path prefix, such as the base of a Vite server. */
export async function readBaseUrl(): Promise<string | undefined> {
  const health = (await fetchJson('../health')) as { readonly base_path: string } | undefined;
  return health && new URL(`../..${health.base_path}`, location.href).href;
}

/** The workspaces of the server by their displayable keys; empty if the server does not list them. */
export async function readKeys(): Promise<ReadonlyMap<string, string>> {
  const list = (await fetchJson('../api/workspaces')) as
    { readonly workspaces: readonly WorkspaceInfo[] } | undefined;
  return new Map(
    (list?.workspaces ?? []).flatMap((workspace) => {
      const key = displayableKey(workspace);
      return key === undefined ? [] : [[key, workspace.id] as const];
    }),
  );
}

/** The ids of the latest job and the latest presentation of a workspace. */
export async function fetchLatestIds(workspace: string): Promise<Ids> {
  const list = (await fetchJson(`../api/workspaces/${workspace}/jobs?limit=100`)) as JobList | undefined;
  // The newest job is the first, and its ids win.
  return (list?.jobs ?? []).reduceRight<Ids>(
    (ids, { status_response }) => ({ ...ids, ...extractIds(status_response) }),
    {},
  );
}

/** The ids in the body of a response. */
export function extractIds(body: unknown): Ids {
  if (typeof body !== 'object' || body === null) return {};
  const { generation_id: job, presentation, id, workspace_id: owner } = body as Record<string, unknown>;
  return {
    ...(typeof job === 'string' && { generationId: job }),
    ...(typeof id === 'string' && owner !== undefined && { id }),
    ...extractIds(presentation),
  };
}

async function fetchJson(path: string): Promise<unknown> {
  // The panel stores the control token for this tab.
  const token = sessionStorage.getItem('deckhand-control-token');
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const response = await fetch(path, headers && { headers }).catch(() => undefined);
  return response?.ok ? ((await response.json()) as unknown) : undefined;
}
