/** Tenants: clients with keys of their own, who use far less than their share. Nothing of theirs can be lost. */
import type { Client } from './client.js';
import { TENANTS } from './server.js';

/** The jobs of each tenant. */
const JOBS = 50;
const PROMPT = 'The tides of the harbour, for people who sail. '.repeat(10);

type Kept = (typeof TENANTS)[number] & { readonly ids: readonly string[] };

/** Starts the jobs of all tenants. @throws Error when one is refused */
export async function startTenants(client: Client): Promise<readonly Kept[]> {
  return Promise.all(
    TENANTS.map(async (tenant) => {
      const ids: string[] = [];
      for (let job = 0; job < JOBS; job += 1) {
        const { status, text } = await client.read({
          method: 'POST',
          path: '/api/v1/presentations/generate',
          headers: { 'x-api-key': tenant.key, 'content-type': 'application/json' },
          body: JSON.stringify({ prompt: PROMPT + job }),
        });
        if (status !== 202) throw new Error(`A tenant got ${status}: ${text}`);
        ids.push((JSON.parse(text) as { generation_id: string }).generation_id);
      }
      return { ...tenant, ids };
    }),
  );
}

/** Polls every job of every tenant. @returns how many are lost */
export async function lostJobs(client: Client, tenants: readonly Kept[]): Promise<number> {
  let lost = 0;
  for (const { key, ids } of tenants)
    for (const id of ids) {
      const path = `/api/v1/presentations/generate/${id}/status`;
      const { status, text } = await client.read({ method: 'GET', path, headers: { 'x-api-key': key } });
      if (status !== 200 || !text.includes('"status":"completed"')) lost += 1;
    }
  return lost;
}

export const TENANT_JOBS = JOBS * TENANTS.length;
