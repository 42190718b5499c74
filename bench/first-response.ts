/** Measures the time from the start of a server's process to its first 200. */
import { spawn } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { stop } from './child.js';
import { KEY } from './live-jobs.js';

/** Requests a URL until the response is a 200. @throws after a minute without a 200 */
export async function firstResponse(url: string): Promise<void> {
  const end = performance.now() + 60_000;
  while ((await statusOf(url)) !== 200) {
    if (performance.now() > end) throw new Error(`${url} sent no 200 in a minute`);
    await sleep(1);
  }
}

/** Starts Node with these arguments, waits for the first 200, and stops it. @returns milliseconds */
export async function startTime(args: readonly string[], url: string): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  await firstResponse(url);
  const took = performance.now() - began;
  await stop(child);
  return took;
}

function statusOf(url: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: false, headers: { 'x-api-key': KEY } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });
}
