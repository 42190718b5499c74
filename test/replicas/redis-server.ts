/** A real store for tests: Debian's `redis-server`, or `valkey-server`, on a free port. Without one, the tests are skipped. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'vitest';
import { freePort } from '../free-port.js';

const program = ['valkey-server', 'redis-server'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** A `describe` that is skipped, with the reason in its title, when this machine has no server. */
export function describeWithStore(title: string, tests: () => void): void {
  if (program === undefined)
    describe.skip(`${title} (skipped: neither valkey-server nor redis-server is installed)`, tests);
  else describe(title, tests);
}

export class RedisServer {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'deckhand-store-'));
  readonly #args: readonly string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, args: readonly string[]) {
    this.port = port;
    this.#args = args;
  }

  /** @param args settings such as `--maxmemory 10mb` */
  static async start(...args: string[]): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), args);
    await server.run();
    return server;
  }

  get address(): string {
    return `valkey://127.0.0.1:${this.port}`;
  }

  async run(): Promise<void> {
    const own = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--dir', this.#folder];
    this.#child = spawn(program as string, [...own, ...this.#args], { stdio: 'ignore' });
    await this.#listening();
  }

  /** Ends it at once, as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGKILL');
    });
  }

  /** Stops it without an end, or lets it go on. */
  pause(isPaused: boolean): void {
    this.#child?.kill(isPaused ? 'SIGSTOP' : 'SIGCONT');
  }

  async close(): Promise<void> {
    this.pause(false);
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Sends a command in the inline form. @returns the start of the reply */
  send(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(this.port, '127.0.0.1', () => socket.write(`${command}\r\n`));
      socket.once('error', reject);
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString());
      });
    });
  }

  async #listening(): Promise<void> {
    for (;;) {
      const reply = await this.send('PING').catch(() => '');
      if (/^(?:\+PONG|-NOAUTH)/.test(reply)) return;
      if (this.#child?.exitCode !== null) throw new Error(`${program} ended with ${this.#child?.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
