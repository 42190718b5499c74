// @ts-check
// Installs the tarball into empty folders, with npm's scripts on and off. Fails if a script is part of it, if the two folders
// differ, if the command does not run, or if the package could not be published. Usage: node install-scripts.mjs deckhand.tgz
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What npm runs, or warns about, when somebody installs a package. */
const AT_INSTALL = [
  'preinstall',
  'install',
  'postinstall',
  'prepublish',
  'preprepare',
  'prepare',
  'postprepare',
];

const [tarball = ''] = process.argv.slice(2);

/** @param {string[]} flags */
function installed(flags) {
  const folder = mkdtempSync(join(tmpdir(), 'deckhand-scripts-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline', ...flags];
    execFileSync('npm', [...install, resolve(tarball)], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const own = join(folder, 'node_modules/deckhand');
    const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    const files = readdirSync(own, { recursive: true, encoding: 'utf8' }).sort();
    const command = join(own, manifest.bin.deckhand);
    const version = execFileSync(process.execPath, [command, '--version'], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
    return { manifest, files, version };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const [on, off] = [installed([]), installed(['--ignore-scripts'])];
assert.deepEqual(on.files, off.files, 'the files with scripts on and off');
for (const { version, manifest } of [on, off]) assert.equal(version, manifest.version, 'deckhand --version');
const { manifest } = on;
assert.equal(manifest.private, undefined, 'a private package cannot be published');
assert.deepEqual(manifest.publishConfig, { access: 'public', provenance: true });
assert.deepEqual(
  AT_INSTALL.filter((name) => Object.hasOwn(manifest.scripts, name)),
  [],
  'scripts at install',
);
for (const path of ['LICENSE', 'README.md', 'CHANGELOG.md', 'dist/panel/index.html'])
  assert.ok(on.files.includes(path), `the package has no ${path}`);
for (const path of on.files)
  assert.doesNotMatch(path, /(?:^|\/)(?:node_modules|\.git|coverage)\/|\.tsbuildinfo$|^(?:src|test|bench)\//);
console.log(`deckhand ${on.version}: ${on.files.length} files and folders, the same with scripts on and off`);
