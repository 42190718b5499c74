/** Runs a command in this process, for tests of its output. Other tests check how it ends a process. */
import type { Command } from 'commander';
import { vi } from 'vitest';
import { UserError } from '../../src/base/user-error.js';

export interface CommandOutput {
  readonly stdout: string;
  readonly stderr: string;
  /** The error that it threw: a UserError or a bug. */
  readonly error: Error | undefined;
  /** The message and the hint of the error. */
  readonly errorText: string;
  /** The exit code that it sets. */
  readonly code: typeof process.exitCode;
}

export async function runInProcess(command: Command, args: readonly string[]): Promise<CommandOutput> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => Boolean((printed[name] += String(text)))),
  );
  // Vitest replaces the console.
  const lines = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line: string) => {
      printed[name === 'log' ? 'stdout' : 'stderr'] += `${line}\n`;
    }),
  );
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    for (const each of [command, ...command.commands]) each.exitOverride();
    const error = await command.parseAsync(args, { from: 'user' }).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    const errorText = error instanceof UserError ? error.format() : (error?.message ?? '');
    return { ...printed, error, errorText, code: process.exitCode };
  } finally {
    process.exitCode = before;
    for (const spy of [...spies, ...lines]) spy.mockRestore();
  }
}
