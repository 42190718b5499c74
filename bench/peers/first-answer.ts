/** Waits for the first answer of a tool that was just started. */
import type { ChildProcess } from 'node:child_process';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** @returns the status of the first answer; undefined if the tool ended, or sent nothing in a minute */
export async function firstAnswer(
  child: ChildProcess,
  url: string,
  key: string,
): Promise<number | undefined> {
  const end = performance.now() + 60_000;
  while (performance.now() < end && child.exitCode === null && child.signalCode === null) {
    const status = await statusOf(url, key);
    if (status !== undefined) return status;
    await sleep(2);
  }
  return undefined;
}

function statusOf(url: string, key: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: false, headers: { 'x-api-key': key }, timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });
}
