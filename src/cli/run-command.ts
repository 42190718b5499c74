/** Runs a command in this terminal until it ends: it receives the signals of this process, and ends with it. */
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { UserError } from '../base/user-error.js';

const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Milliseconds between the signal and a kill, in which the command can end by itself. */
const GRACE_PERIOD_MS = 5_000;

/**
 * @returns the exit code; 128 plus the signal number if a signal ended the command, as in a shell
 * @throws UserError if the command cannot be started
 */
export async function runCommand(
  command: readonly [program: string, ...args: string[]],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const [program, ...args] = command;
  // `npm test` starts others, and they are a group. At a terminal, the command stays in the group that gets Ctrl-C.
  const hasGroup = process.platform !== 'win32' && !process.stdin.isTTY;
  const forwarding = new SignalForwarder(hasGroup);
  try {
    return await new Promise<number>((resolve, reject) => {
      const child = spawn(program, args, {
        stdio: 'inherit',
        env: { ...process.env, ...env },
        detached: hasGroup,
      });
      forwarding.child = child;
      child.once('error', (error: NodeJS.ErrnoException) => reject(spawnError(program, error)));
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      );
    });
  } finally {
    forwarding.stop();
  }
}

/**
 * Whether the terminal has sent the signal to the command, too. On Windows, a forwarded signal would kill the command before its cleanup.
 */
export function isSentToProcessGroup(
  signal: NodeJS.Signals,
  { platform, stdin }: { readonly platform: NodeJS.Platform; readonly stdin: { readonly isTTY?: boolean } },
): boolean {
  return platform === 'win32' ? signal !== 'SIGTERM' : signal === 'SIGINT' && stdin.isTTY === true;
}

/** Forwards signals to the command, and kills it when this process ends. It starts before the command, so that no signal is lost. */
class SignalForwarder {
  child: ChildProcess | undefined;
  readonly #hasGroup: boolean;
  #killTimer: NodeJS.Timeout | undefined;

  /** @param hasGroup whether the command and what it starts are a group of processes */
  constructor(hasGroup: boolean) {
    this.#hasGroup = hasGroup;
    for (const signal of FORWARDED_SIGNALS) process.on(signal, this.#forward);
    process.once('exit', this.#kill);
  }

  /** After a signal, kills the rest of the group. */
  stop(): void {
    clearTimeout(this.#killTimer);
    if (this.#killTimer && this.#hasGroup) this.#kill();
    for (const signal of FORWARDED_SIGNALS) process.off(signal, this.#forward);
    process.off('exit', this.#kill);
  }

  readonly #forward = (signal: NodeJS.Signals): void => {
    if (!isSentToProcessGroup(signal, process)) this.#send(signal);
    if (this.#killTimer) this.#kill();
    this.#killTimer ??= setTimeout(this.#kill, GRACE_PERIOD_MS);
  };

  readonly #kill = (): void => {
    const { pid } = this.child ?? {};
    // Windows runs a program such as npx in a shell, and killing the shell would not end the program.
    if (process.platform === 'win32' && pid !== undefined)
      spawn.sync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' });
    else this.#send('SIGKILL');
  };

  #send(signal: NodeJS.Signals): void {
    const { child } = this;
    if (!this.#hasGroup || child?.pid === undefined) return void child?.kill(signal);
    try {
      process.kill(-child.pid, signal);
    } catch {
      // The whole group has ended.
    }
  }
}

function spawnError(program: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT')
    return new UserError('no-command', `Command "${program}" not found.`, {
      hint: 'To run a command of this project, write: deckhand exec -- npx NAME',
      cause: error,
    });
  if (error.code === 'EACCES')
    return new UserError(
      'no-command',
      `"${program}" cannot be run: it is not an executable, or permission is denied.`,
      {
        cause: error,
      },
    );
  return error;
}
