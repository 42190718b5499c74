/** Runs a command in this terminal until it ends. It receives the signals of this process, and it ends with this process. */
import { constants } from 'node:os';
import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import { UserError } from '../base/user-error.js';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const;

/** Milliseconds between the signal and a kill, in which the command can end by itself. */
const GRACE_PERIOD = 5_000;

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
  const forwarding = new Forwarding(hasGroup);
  try {
    return await new Promise<number>((resolve, reject) => {
      const child = spawn(program, args, {
        stdio: 'inherit',
        env: { ...process.env, ...env },
        detached: hasGroup,
      });
      forwarding.child = child;
      child.once('error', (error: NodeJS.ErrnoException) => reject(cannotRun(program, error)));
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      );
    });
  } finally {
    forwarding.stop();
  }
}

/**
 * Whether the terminal has sent the signal to the command, too. To send another one on Windows would end the command at once,
 * before it can clean up.
 */
export function isSentToAll(
  signal: NodeJS.Signals,
  { platform, stdin }: { readonly platform: NodeJS.Platform; readonly stdin: { readonly isTTY?: boolean } },
): boolean {
  return platform === 'win32' ? signal !== 'SIGTERM' : signal === 'SIGINT' && stdin.isTTY === true;
}

/** Forwards signals to the command, and kills it when this process ends. It begins before the command, so that no signal is lost. */
class Forwarding {
  child: ChildProcess | undefined;
  readonly #hasGroup: boolean;
  #killTimer: NodeJS.Timeout | undefined;

  /** @param hasGroup whether the command and what it starts are a group of processes */
  constructor(hasGroup: boolean) {
    this.#hasGroup = hasGroup;
    for (const signal of FORWARDED) process.on(signal, this.#forward);
    process.once('exit', this.#kill);
  }

  /** After a signal, no process of the group stays. */
  stop(): void {
    clearTimeout(this.#killTimer);
    if (this.#killTimer && this.#hasGroup) this.#kill();
    for (const signal of FORWARDED) process.off(signal, this.#forward);
    process.off('exit', this.#kill);
  }

  readonly #forward = (signal: NodeJS.Signals): void => {
    if (!isSentToAll(signal, process)) this.#send(signal);
    if (this.#killTimer) this.#kill();
    this.#killTimer ??= setTimeout(this.#kill, GRACE_PERIOD);
  };

  readonly #kill = (): void => {
    const { pid } = this.child ?? {};
    // A program such as npx is run by a shell there, which would leave it behind.
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

function cannotRun(program: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT')
    return new UserError('no-command', `There is no command "${program}".`, {
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
