/** Runs the built CLI in its own process and folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { built } from '../built.js';

/** The folder of the package. */
export const PACKAGE = join(import.meta.dirname, '../..');
export const MAIN = join(PACKAGE, 'dist/cli/main.js');

/** A command that should end by itself is killed after this time, and its test fails. */
const COMMAND_TIMEOUT_MS = 110_000;

export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface ProcessOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** The file for the output. */
  readonly output?: string;
}

export interface InstalledCli {
  /** Runs a command to its end. */
  run(args: readonly string[], options?: ProcessOptions): Promise<ProcessResult>;
  /** Starts a command that runs until the test ends. */
  start(args: readonly string[], options?: ProcessOptions): DeckhandProcess;
}

/** Builds the package from the current sources, for all tests of the file. */
export function installCli(): InstalledCli {
  const cwd = mkdtempSync(join(tmpdir(), 'deckhand-runs-'));
  beforeAll(async () => {
    await built('package');
    // As npm does with the commands in `bin`: a process that starts the command by its name finds it here.
    chmodSync(MAIN, 0o755);
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  const launch = (args: readonly string[], { env = {}, output }: ProcessOptions = {}): DeckhandProcess => {
    const stdout = output === undefined ? 'pipe' : openSync(output, 'w');
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd,
      stdio: ['ignore', stdout, 'pipe'],
      // No variables of this machine: PORT and HOST would change the test.
      env: { PATH: dirname(process.execPath), NO_COLOR: '1', ...env },
    });
    if (typeof stdout === 'number') closeSync(stdout);
    return new DeckhandProcess(child);
  };
  return {
    async run(args, options) {
      const deckhand = launch(args, options);
      const late = setTimeout(() => deckhand.kill('SIGKILL'), COMMAND_TIMEOUT_MS);
      return deckhand.ended.finally(() => clearTimeout(late));
    },
    start(args, options) {
      const deckhand = launch(args, options);
      onTestFinished(async () => {
        deckhand.kill('SIGKILL');
        await deckhand.ended;
      });
      return deckhand;
    },
  };
}

export class DeckhandProcess {
  stdout = '';
  stderr = '';
  readonly ended: Promise<ProcessResult>;
  readonly #child: ChildProcess;
  #hasEnded = false;
  #wake = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
      this.#notify();
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      this.#notify();
    });
    this.ended = new Promise((resolve) => {
      child.on('close', (code) => {
        this.#hasEnded = true;
        this.#notify();
        resolve({ code, stdout: this.stdout, stderr: this.stderr });
      });
    });
  }

  /** Waits until the output of either stream matches; rejects when the process ends first. */
  async until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.stdout) ?? pattern.exec(this.stderr);
      if (match) return match;
      if (this.#hasEnded)
        throw new Error(`It ended without ${String(pattern)}:\n${this.stdout}${this.stderr}`);
      await new Promise<void>((resolve) => this.#wake.add(resolve));
    }
  }

  /** The URL in the output. */
  async url(): Promise<string> {
    return (await this.until(/https?:\/\/[\w.[\]:]+:\d+/))[0];
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Stops reading the output, as `| head` does. */
  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  #notify(): void {
    for (const resolve of this.#wake) resolve();
    this.#wake.clear();
  }
}
