/** A measured process: started with the probe, asked for its CPU time, stopped. */
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { built } from './build.js';
import type { Message } from './messages.js';

/** Starts a script; what it prints is seen unless it is ignored, what it tells is for `told`. */
export function start(
  script: string,
  args: readonly string[],
  flags: readonly string[] = [],
  output: 'inherit' | 'ignore' = 'inherit',
): ChildProcess {
  const execArgv = [...flags, '--import', pathToFileURL(built('probe')).href];
  const child = fork(script, args, { execArgv, stdio: ['ignore', output, output, 'ipc'] });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** Waits for a message of this kind. */
export function told<K extends Message['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<Message, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const hear = (message: Message): void => {
      if (message.kind !== kind) return;
      child.off('message', hear).off('exit', leave);
      resolve(message as Extract<Message, { kind: K }>);
    };
    const leave = (code: number | null): void =>
      reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`));
    child.on('message', hear).once('exit', leave);
  });
}

/** The CPU time a process has used so far, all its threads together, in microseconds. */
export async function cpuTime(child: ChildProcess): Promise<number> {
  const answer = told(child, 'cpu');
  child.send('cpu');
  return (await answer).microseconds;
}

export function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
