/** `npm run bench -- install`: the packages, megabytes and seconds of an installation of the package. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @returns what test/package/measure-install.mjs prints. @throws above its limits */
export function measureInstall(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-bench-'));
  const run = (file: string, args: readonly string[]) =>
    execFileSync(file, args, { encoding: 'utf8' }).trim();
  try {
    const name = run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
    return run(process.execPath, ['test/package/measure-install.mjs', join(folder, name)]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
