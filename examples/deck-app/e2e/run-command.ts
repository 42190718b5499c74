/** Runs one of the app's commands: waits for the URL that it prints, and ends it with Ctrl-C. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const APP = fileURLToPath(new URL('..', import.meta.url));

export interface RunningCommand {
  /** The URL of the app. */
  readonly url: string;
  /** Sends SIGINT. Resolves when the command and its child processes have ended. */
  readonly end: () => Promise<void>;
}

/** @param command below the app's folder, such as `npm run dev` */
export async function runCommand(
  command: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningCommand> {
  const child = spawn(command, {
    cwd: APP,
    shell: true,
    // A separate process group: a terminal sends Ctrl-C to all processes of a group.
    detached: true,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isClosed = false;
  const closed = once(child, 'close').then(() => void (isClosed = true));
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
      if (child.pid !== undefined && !isClosed) process.kill(-child.pid, 'SIGINT');
      await closed;
    },
  };
}
