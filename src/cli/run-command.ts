/**
 * Runs a command beside the stand-in until it ends, with this terminal as its own. It gets the signals that we get, and does
 * not outlive us. Knows nothing of the stand-in.
 */
import { constants } from 'node:os';
import type { ChildProcess } from 'node:child_process';
import spawn from 'cross-spawn';
import { UserError } from '../user-error.js';

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ms that a command gets to end by itself once it was told to. */
const GRACE = 5_000;

/**
 * @returns its exit code; 128 and the number of the signal when one ended it, as shells have it
 * @throws UserError when it cannot be started
 */
export async function runCommand(
  command: readonly [program: string, ...args: string[]],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const [program, ...args] = command;
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const release = keepClose(child);
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error: NodeJS.ErrnoException) => reject(cannotRun(program, error)));
      child.once('exit', (code, signal) =>
        resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])),
      );
    });
  } finally {
    release();
  }
}

/** Hands on the signals that come, and ends the command when we end. @returns how to stop doing so */
function keepClose(child: ChildProcess): () => void {
  let last: NodeJS.Timeout | undefined;
  const kill = (): void => void child.kill('SIGKILL');
  const forward = (signal: NodeJS.Signals): void => {
    // A terminal tells everybody in it about Ctrl-C, the command as well as us.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    if (last) kill();
    last ??= setTimeout(kill, GRACE);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  process.once('exit', kill);
  return () => {
    clearTimeout(last);
    for (const signal of FORWARDED) process.off(signal, forward);
    process.off('exit', kill);
  };
}

function cannotRun(program: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'ENOENT')
    return new UserError('no-command', `There is no command "${program}".`, {
      hint: 'A command of the project runs as: deckhand exec -- npx NAME.',
      cause: error,
    });
  if (error.code === 'EACCES')
    return new UserError(
      'no-command',
      `"${program}" may not be run: it is no program, or rights are missing.`,
      {
        cause: error,
      },
    );
  return error;
}
