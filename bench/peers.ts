/** Other tools for comparison. They are installed on first use, into a folder that git ignores. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(import.meta.dirname, '../node_modules/.cache/deckhand-bench-peers');

const PRISM = { name: '@stoplight/prism-cli', version: '5.14.2', bin: 'dist/index.js' };

/** Installs Prism, if it is missing. @returns its script */
export function installPrism(): string {
  const { name, version, bin } = PRISM;
  const folder = join(FOLDER, 'node_modules', name);
  if (!existsSync(folder) || versionOf(folder) !== version) {
    mkdirSync(FOLDER, { recursive: true });
    const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
    execFileSync('npm', ['install', '--prefix', FOLDER, ...quiet, `${name}@${version}`], {
      stdio: 'inherit',
    });
  }
  return join(folder, bin);
}

export const PRISM_NAME = `Prism ${PRISM.version}`;

function versionOf(folder: string): unknown {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: unknown }).version;
}
