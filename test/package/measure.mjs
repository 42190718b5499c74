// @ts-check
// Installs the tarball alone, as a user does, and measures: packages, megabytes, install scripts and npm's warnings. Fails
// above a limit. Usage: node measure.mjs deckhand.tgz
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Megabytes as `du` says: of whole blocks. */
const MOST = { packages: 80, megabytes: 15 };

const [tarball = ''] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'deckhand-measure-'));
try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const started = performance.now();
  const install = ['install', '--no-audit', '--no-fund', resolve(tarball)];
  const { status, stderr } = spawnSync('npm', install, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const seconds = (performance.now() - started) / 1000;

  const lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  /** @type {[string, { hasInstallScript?: boolean }][]} */
  const packages = Object.entries(lock.packages);
  const scripts = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([name]) => name);
  // Unknown settings are those of this machine's npm.
  const warnings = stderr.split('\n').filter((line) => /^npm warn (?!Unknown \w+ config)/i.test(line));
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' }).map((name) =>
    lstatSync(join(folder, 'node_modules', name)),
  );
  const megabytes = files.reduce((sum, { blocks }) => sum + blocks * 512, 0) / 2 ** 20;

  const figures = `${packages.length} packages of ${MOST.packages}, ${megabytes.toFixed(1)} MB of ${MOST.megabytes}`;
  console.log(`${figures}, ${files.length} files and folders, ${seconds.toFixed(1)} s`);
  console.log(`install scripts: ${scripts.join(', ') || 'none'}; warnings: ${warnings.join('\n') || 'none'}`);
  const isTooMuch = packages.length > MOST.packages || megabytes > MOST.megabytes;
  if (isTooMuch || scripts.length > 0 || warnings.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
