/** Starts and stops measured processes, waits for their first response, and reads their CPU time. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

/** The command line of the last `npm run build`. */
export const CLI = join(import.meta.dirname, '../dist/cli/main.js');
export const KEY = 'deckhand-dev-key';
const PROBE = pathToFileURL(join(import.meta.dirname, 'report-cpu-time.mjs')).href;

export interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

/** Starts a script on a free port, and waits until it responds to `path` with 200. */
export async function startServer(
  script: string,
  getArguments: (port: number) => readonly string[],
  path: string,
): Promise<Server> {
  const port = await freePort();
  const execArgv = ['--import', PROBE];
  const child = fork(script, getArguments(port), {
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await firstResponse(url + path);
  return { child, url };
}

/** Starts the built `deckhand serve` without a log. */
export const startDeckhand = (...more: readonly string[]): Promise<Server> =>
  startServer(CLI, (port) => ['serve', '--log', 'silent', '--port', `${port}`, ...more], '/api/v1/templates');

/** The CPU time of all threads of a process since its start, in microseconds. */
export async function cpuTime(child: ChildProcess): Promise<number> {
  const message = once(child, 'message');
  child.send('cpu');
  const [{ microseconds }] = (await message) as [{ microseconds: number }];
  return microseconds;
}

export async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** @param host another host than that of the URL. @throws after a minute without a 200 */
export async function firstResponse(url: string, host?: string): Promise<void> {
  const end = performance.now() + 60_000;
  while ((await statusOf(url, host)) !== 200) {
    if (performance.now() > end) throw new Error(`${url} sent no 200 in a minute`);
    await sleep(1);
  }
}

function statusOf(url: string, host = new URL(url).host): Promise<number | undefined> {
  return new Promise((resolve) => {
    get(url, { agent: false, headers: { host, 'x-api-key': KEY } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });
}
