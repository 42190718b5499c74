/** `npm run bench -- filled`: heap size of a mock server filled to its limits. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type * as deckhandEntry from '../src/index.js';
import { KEY } from './server-process.js';
import { table } from './table.js';

const BUILT: string = new URL('../dist/index.js', import.meta.url).href;
const API = 'http://127.0.0.1/api/v1';
const JOBS = 10_000;
const SANDBOXES = 200;
const JOBS_PER_SANDBOX = 100;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** @returns the table in Markdown */
export async function measureFilled(): Promise<string> {
  const { createDeckhand } = (await import(BUILT)) as typeof deckhandEntry;
  const deckhand = createDeckhand();
  const rows = [row('empty')];
  await fill(deckhand.fetch, KEY, JOBS);
  rows.push(row(`one workspace with ${JOBS.toLocaleString('en')} jobs and 1,000 exchanges`));
  for (let number = 0; number < SANDBOXES; number += 1)
    await fill(deckhand.fetch, `sandbox-${number}`, JOBS_PER_SANDBOX);
  rows.push(row(`and ${SANDBOXES} sandboxes with ${JOBS_PER_SANDBOX} jobs and as many polls each`));
  // Keeps the mock server alive up to here.
  deckhand.workspaces();
  return table(['A mock server in process', 'Heap, MB'], rows);
}

/** Starts jobs, and polls the last ones. */
async function fill(fetch: Fetch, key: string, jobs: number): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  for (let number = 1; number <= jobs; number += 1) {
    const body = JSON.stringify({ prompt: `A pitch for electric harbour taxis, version ${number}` });
    const response = await fetch(`${API}/presentations/generate`, { method: 'POST', headers, body });
    const { generation_id: id } = (await response.json()) as { generation_id: string };
    await fetch(`${API}/presentations/generate/${id}/status`, { headers });
  }
}

function row(label: string): [string, string] {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return [label, (process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)];
}
