/** Installs the compared tools on first use, at the versions of package.json, into a folder that git ignores. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const LIST = join(import.meta.dirname, 'package.json');
const FOLDER = resolve(import.meta.dirname, '../../node_modules/.cache/deckhand-bench-peers');
const INSTALLED = join(FOLDER, 'package.json');

const { dependencies } = JSON.parse(readFileSync(LIST, 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** @returns the folder with `node_modules` */
export function installPeers(): string {
  if (!existsSync(INSTALLED) || readFileSync(INSTALLED, 'utf8') !== readFileSync(LIST, 'utf8')) {
    mkdirSync(FOLDER, { recursive: true });
    const quiet = [
      '--package-lock=false',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel',
      'error',
    ];
    const packages = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`);
    execFileSync('npm', ['install', '--no-save', '--prefix', FOLDER, ...quiet, ...packages], {
      stdio: 'inherit',
    });
    // Last, so that an interrupted installation starts again.
    copyFileSync(LIST, INSTALLED);
  }
  return FOLDER;
}

/** The path of an installed file, such as `dredd/bin/dredd`. */
export function peerFile(file: string): string {
  return join(installPeers(), 'node_modules', file);
}

export function versionOf(name: string): string {
  return dependencies[name] ?? '';
}

/** Whether tools that need Java can run. */
export function hasJava(): boolean {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0;
}
