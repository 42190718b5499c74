/** Runs one of the app's commands as a person would: waits for the address it prints, and ends it with Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const APP = fileURLToPath(new URL('..', import.meta.url));

export interface Running {
  /** Where the app is. */
  readonly url: string;
  /** Ctrl-C. Resolves when the command and whatever it started are gone. */
  readonly end: () => Promise<void>;
}

/** @param command below the app's folder, such as `npm run dev` */
export async function run(command: string, env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const child = spawn(command, {
    cwd: APP,
    shell: true,
    // A group of its own: a terminal sends Ctrl-C to all of them.
    detached: true,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isOver = false;
  const closed = once(child, 'close').then(() => void (isOver = true));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, found] = /Local:\s+(http:\S+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', (code) => reject(new Error(`"${command}" ended with ${code}:\n${output}`)));
  });
  return {
    url,
    async end() {
      if (child.pid !== undefined && !isOver) process.kill(-child.pid, 'SIGINT');
      await closed;
    },
  };
}
