// @ts-check
// Installs the tarball alone, as a user does, and measures: packages, megabytes, install scripts and npm's warnings. Fails
// above a limit, if a file is missing or too much, or if the package could not be published. Usage: node measure-install.mjs deckhand.tgz
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Megabytes as `du` counts them: whole blocks. */
const LIMITS = { packages: 80, megabytes: 15 };

/** The scripts that npm runs, or warns about, at an install. */
const AT_INSTALL = /^(?:pre|post)?install$|^prepublish$|^(?:pre|post)?prepare$/;

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

  const summary = `${packages.length} packages of ${LIMITS.packages}, ${megabytes.toFixed(1)} MB of ${LIMITS.megabytes}`;
  console.log(`${summary}, ${files.length} files and folders, ${seconds.toFixed(1)} s`);
  console.log(`install scripts: ${scripts.join(', ') || 'none'}; warnings: ${warnings.join('\n') || 'none'}`);
  const isTooMuch = packages.length > LIMITS.packages || megabytes > LIMITS.megabytes;
  if (isTooMuch || scripts.length > 0 || warnings.length > 0) process.exitCode = 1;

  const own = join(folder, 'node_modules/deckhand');
  const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  assert.equal(manifest.private, undefined, 'a private package cannot be published');
  assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true });
  assert.deepEqual(
    Object.keys(manifest.scripts).filter((name) => AT_INSTALL.test(name)),
    [],
  );
  const shipped = readdirSync(own, { recursive: true, encoding: 'utf8' });
  for (const path of ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/pages/panel/index.html'])
    assert.ok(shipped.includes(path), `the package has no ${path}`);
  const internal = /(?:^|\/)(?:node_modules|\.git|coverage)\/|\.tsbuildinfo$|^(?:src|test|bench)\//;
  assert.deepEqual(
    shipped.filter((path) => internal.test(path)),
    [],
  );
} finally {
  rmSync(folder, { recursive: true });
}
