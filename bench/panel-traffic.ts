/** The traffic of a busy app: 1,000 jobs, polled 100 times a second or at full speed. */
import { KEY, startBody } from './live-jobs.js';

export const JOBS = 1_000;
/** Requests a second. */
export const RATE = 100;

const API = '/api/v1/presentations/generate';
const HEADERS = { 'x-api-key': KEY };
/** The number of parallel requests at full speed. */
const CLIENTS = 20;

/** @returns the ids of the jobs */
export async function startJobsOverHttp(url: string): Promise<string[]> {
  const headers = { ...HEADERS, 'content-type': 'application/json' };
  const ids: string[] = [];
  for (let number = 1; number <= JOBS; number += 1) {
    const response = await fetch(url + API, { method: 'POST', headers, body: startBody(number) });
    ids.push(((await response.json()) as { generation_id: string }).generation_id);
  }
  return ids;
}

/** Polls at a constant rate for some seconds. */
export async function pollAtRate(url: string, jobs: readonly string[], seconds: number): Promise<void> {
  const began = performance.now();
  const running: Promise<void>[] = [];
  for (let sent = 0; sent < seconds * RATE; sent += 1) {
    const wait = began + (1000 * sent) / RATE - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    running.push(poll(url, jobs));
  }
  await Promise.all(running);
}

export async function pollAtFullSpeed(url: string, jobs: readonly string[], count: number): Promise<void> {
  let sent = 0;
  const client = async (): Promise<void> => {
    for (; sent < count; sent += 1) await poll(url, jobs);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

async function poll(url: string, jobs: readonly string[]): Promise<void> {
  const job = jobs[Math.floor(Math.random() * jobs.length)];
  await (await fetch(`${url}${API}/${job}/status`, { headers: HEADERS })).arrayBuffer();
}
