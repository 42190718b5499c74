/** Starts and stops measured processes, and reads their CPU time. */
import { fork, type ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { built } from './build.js';
import type { Message } from './messages.js';

/** Starts a script with the probe. Its messages are read with `receive`. */
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

/** Waits for the next message of a kind. @throws if the process ends before */
export function receive<K extends Message['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<Message, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: Message): void => {
      if (message.kind !== kind) return;
      child.off('message', onMessage).off('exit', onExit);
      resolve(message as Extract<Message, { kind: K }>);
    };
    const onExit = (code: number | null): void =>
      reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`));
    child.on('message', onMessage).once('exit', onExit);
  });
}

/** The CPU time of all threads of a process since its start, in microseconds. */
export async function cpuTime(child: ChildProcess): Promise<number> {
  const message = receive(child, 'cpu');
  child.send('cpu');
  return (await message).microseconds;
}

export function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** An unused port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
