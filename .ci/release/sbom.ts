/**
 * Writes a CycloneDX SBOM: Deckhand, and the packages that npm installs with it, in the versions of the lock file. `npm sbom` cannot
 * do this in the checkout, where an example depends on the package around it.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Bom {
  readonly components: readonly { readonly name: string; readonly version: string }[];
}

/** @returns how many packages it lists */
export function writeSbom(root: string, file: string): number {
  const { devDependencies, workspaces, scripts, ...manifest } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<string, unknown> & { dependencies: Readonly<Record<string, string>> };
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-sbom-'));
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    for (const name of ['package-lock.json', '.npmrc']) copyFileSync(join(root, name), join(folder, name));
    const npm = (...args: readonly string[]): string =>
      execFileSync('npm', args, {
        cwd: folder,
        encoding: 'utf8',
        shell: process.platform === 'win32',
        stdio: ['ignore', 'pipe', 'inherit'],
        maxBuffer: 64 * 1024 * 1024,
      });
    npm('install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
    const text = npm(
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=library',
      '--package-lock-only',
      '--loglevel=error',
    );
    const { components } = JSON.parse(text) as Bom;
    const missing = Object.keys(manifest.dependencies).filter(
      (name) => !components.some((one) => one.name === name),
    );
    if (missing.length > 0) throw new Error(`The SBOM does not list ${missing.join(', ')}.`);
    writeFileSync(file, text);
    return components.length;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
