/** A command run in this process: quick, for what it prints. How it ends a process is the business of other tests. */
import type { Command } from 'commander';
import { vi } from 'vitest';

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  /** What it threw, if it did: its own mistake or the user's. */
  readonly error: Error | undefined;
  /** The exit code it asks for. */
  readonly code: typeof process.exitCode;
}

export async function runInProcess(command: Command, args: readonly string[]): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => Boolean((printed[name] += String(text)))),
  );
  const before = process.exitCode;
  process.exitCode = undefined;
  try {
    for (const each of [command, ...command.commands]) each.exitOverride();
    const error = await command.parseAsync(args, { from: 'user' }).then(
      () => undefined,
      (thrown: unknown) => thrown as Error,
    );
    return { ...printed, error, code: process.exitCode };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}
