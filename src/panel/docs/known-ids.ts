/** Ids of a real job and a real presentation, so that each request of the reference works as shown. */
import { signal } from '@preact/signals';
import { token } from '../state/token.js';

/** The path parameters of the contract. */
export type IdName = 'generationId' | 'id';

export const knownIds = signal<Readonly<Partial<Record<IdName, string>>>>({});

/** The workspaces of the development keys. Ids for keys of the user come from the first request. */
const WORKSPACES: Readonly<Record<string, string>> = {
  'deckhand-dev-key': 'ws_dev',
  'deckhand-other-key': 'ws_other',
};

/** Asks the control API for the latest jobs of the workspace of a key. */
export async function findIds(key: string): Promise<void> {
  knownIds.value = {};
  const workspace =
    WORKSPACES[key] ??
    /^sandbox-([\w.-]+)$/
      .exec(key)
      ?.slice(1)
      .map((name) => `ws_sandbox_${name}`)[0];
  if (workspace === undefined) return;
  const headers = token.value ? { Authorization: `Bearer ${token.value}` } : undefined;
  const url = new URL(`../api/workspaces/${workspace}/jobs?limit=100`, document.baseURI);
  const response = await fetch(url, headers && { headers }).catch(() => undefined);
  if (!response?.ok) return;
  const { jobs } = (await response.json()) as { readonly jobs: readonly { readonly view: unknown }[] };
  // The newest job is the first, and its ids win.
  for (const { view } of [...jobs].reverse()) learnIds(view);
}

/** Remembers the ids in the body of a response. */
export function learnIds(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const {
    generation_id: generationId,
    presentation,
    id,
    workspace_id: workspace,
  } = body as Record<string, unknown>;
  if (typeof generationId === 'string') knownIds.value = { ...knownIds.value, generationId };
  if (typeof id === 'string' && workspace !== undefined) knownIds.value = { ...knownIds.value, id };
  if (presentation !== undefined) learnIds(presentation);
}
