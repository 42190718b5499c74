/** Runs other tools as child processes: bounded in time, without update checks and telemetry, and ended by their own id. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

const QUIET = {
  NO_UPDATE_NOTIFIER: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  SPECMATIC_DISABLE_TELEMETRY: 'true',
  DO_NOT_TRACK: '1',
  NO_COLOR: '1',
};

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Node with a script. */
export function node(script: string, ...args: string[]): Command {
  return { program: process.execPath, args: [script, ...args] };
}

export function java(jar: string, ...args: string[]): Command {
  return { program: 'java', args: ['-jar', jar, ...args] };
}

/** Starts a server. */
export function startTool({ program, args, cwd, env }: Command): ChildProcess {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...QUIET, ...env }, stdio: 'ignore' });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export async function stopTool(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

export interface Ended {
  /** Undefined if it took too long. */
  readonly code: number | undefined;
  readonly output: string;
}

/** Runs a command to its end, for at most two minutes. */
export async function runTool({ program, args, cwd, env }: Command): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...QUIET, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  running.delete(child);
  return { code: code ?? undefined, output };
}
