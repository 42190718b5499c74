/** What clients of a busy app do: a thousand jobs, polled a hundred times a second, or as fast as it goes. */
import { KEY, startBody } from './live-jobs.js';

export const JOBS = 1_000;
/** Requests a second. */
export const RATE = 100;

const API = '/api/v1/presentations/generate';
const HEADERS = { 'x-api-key': KEY };
/** Requests under way at once, when it goes as fast as it can. */
const AT_ONCE = 20;

/** @returns the ids of the jobs */
export async function startJobsOverHttp(url: string): Promise<string[]> {
  const headers = { ...HEADERS, 'content-type': 'application/json' };
  const ids: string[] = [];
  for (let number = 1; number <= JOBS; number += 1) {
    const answer = await fetch(url + API, { method: 'POST', headers, body: startBody(number) });
    ids.push(((await answer.json()) as { generation_id: string }).generation_id);
  }
  return ids;
}

/** Polls at the rate, one after the other in time, for so many seconds. */
export async function pollEvenly(url: string, jobs: readonly string[], seconds: number): Promise<void> {
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let sent = 0; sent < seconds * RATE; sent += 1) {
    const wait = began + (1000 * sent) / RATE - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    under.push(poll(url, jobs));
  }
  await Promise.all(under);
}

export async function pollAsFastAsItGoes(url: string, jobs: readonly string[], count: number): Promise<void> {
  let sent = 0;
  const client = async (): Promise<void> => {
    for (; sent < count; sent += 1) await poll(url, jobs);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, client));
}

async function poll(url: string, jobs: readonly string[]): Promise<void> {
  const job = jobs[Math.floor(Math.random() * jobs.length)];
  await (await fetch(`${url}${API}/${job}/status`, { headers: HEADERS })).arrayBuffer();
}
