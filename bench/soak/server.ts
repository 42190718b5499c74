/** The server under test: `deckhand serve` in a process of its own, with a small heap. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** Keys of tenants that no attacker knows, each with its workspace. */
export const TENANTS = Array.from({ length: 20 }, (_, index) => ({
  key: `tenant-key-${index}`,
  workspace: `ws_tenant_${index}`,
}));

export class Server {
  readonly url: string;
  readonly #child: ChildProcess;
  #stderr = '';

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
    // What it says is judged at the end. A full pipe would stop it.
    child.stderr?.on(
      'data',
      (chunk: Buffer) => (this.#stderr = (this.#stderr + chunk.toString()).slice(-200_000)),
    );
    process.once('exit', () => child.kill('SIGKILL'));
  }

  /**
   * @param cli the path of `dist/cli/main.js`
   * @param heap the limit of its heap, in MB
   */
  static async start(cli: string, heap: number): Promise<Server> {
    const keys = TENANTS.flatMap(({ key, workspace }) => ['--key', `${key}=${workspace}`]);
    const flags = ['--port', '0', '--log', 'silent', '--scenario', 'instant', '--no-config', ...keys];
    const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, cli, 'serve', ...flags], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [url] = (await once(child.stdout, 'data')) as [Buffer];
    return new Server(child, url.toString().trim());
  }

  get isAlive(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** How the process ended, and its last words. */
  get end(): string {
    const { exitCode, signalCode } = this.#child;
    const said = this.#stderr.split('\n').filter((line) => /FATAL|Error|#/.test(line));
    return `${signalCode ?? `exit code ${exitCode}`}: ${said.slice(-3).join(' / ').slice(0, 500)}`;
  }

  /** Bugs that the server reported. */
  get bugs(): string[] {
    return this.#stderr.split('\n').filter((line) => /bug|at .*\(?file:|warning/i.test(line));
  }

  /** The resident memory in MB; undefined when the process is gone. */
  async memory(): Promise<number | undefined> {
    try {
      const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(this.#child.pid)]);
      return Number(stdout) / 1024;
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    if (!this.isAlive) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
