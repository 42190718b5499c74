/** The project of a user who has installed the package; the code of the pages runs there unchanged. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

const MODULES = join(import.meta.dirname, '../../node_modules');

/** npx itself takes longer than the command; test/package/serve.mjs runs it with the installed package. */
const NPX = '#!/bin/sh\n[ "$1" = --no ] && shift\nexec "$@"\n';

export interface CommandOutput {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export class UserProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'deckhand-user-'));
  readonly #commands = join(this.folder, 'node_modules/.bin');

  /**
   * @param installed the folder of the package
   * @param others packages that are installed beside it
   */
  constructor(installed: string, others: readonly string[] = []) {
    mkdirSync(this.#commands, { recursive: true });
    symlinkSync('../deckhand/dist/cli/main.js', join(this.#commands, 'deckhand'));
    writeFileSync(join(this.#commands, 'npx'), NPX, { mode: 0o755 });
    this.#link('deckhand', installed);
    for (const name of others) this.#link(name, join(MODULES, name));
    this.write('package.json', '{ "private": true, "type": "module" }');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, maxRetries: 5 });
  }

  #link(name: string, target: string): void {
    const path = join(this.folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  }

  write(file: string, text: string | Buffer): void {
    const path = join(this.folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  /** Runs a shell block of a page. */
  shell(code: string): Promise<CommandOutput> {
    return this.#run('sh', ['-ec', code]);
  }

  vitest(...args: readonly string[]): Promise<CommandOutput> {
    return this.#run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...args]);
  }

  /** A reader has the variables of a shell, and not those of this test runner. */
  get env(): { readonly PATH: string; readonly HOME: string; readonly NO_COLOR: string } {
    const paths = [this.#commands, dirname(process.execPath), process.env['PATH'] ?? ''];
    return { PATH: paths.join(delimiter), HOME: this.folder, NO_COLOR: '1' };
  }

  #run(file: string, args: readonly string[]): Promise<CommandOutput> {
    const { env } = this;
    return new Promise((resolve) => {
      const options = { cwd: this.folder, env, timeout: 50_000 };
      const child = execFile(file, args, options, (_error, out, err) =>
        resolve({ code: child.exitCode ?? -1, out, err }),
      );
    });
  }
}
