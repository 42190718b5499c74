/**
 * `npm run release [-- --dry-run] [--as VERSION]`: makes a release in a temporary clone, and brings its commit and its tag into this
 * repository when everything passed. It pushes and publishes nothing. A dry run does the same and brings back nothing.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nextVersion, notesOf, readUnreleased, releaseChangelog } from './changelog.js';
import { ReleaseError } from './release-error.js';
import { cloneMain, git, requireReady, requireUntagged, takeOver } from './repository.js';
import { renameVersion } from './version-in-docs.js';

const USAGE = 'npm run release -- [--dry-run] [--as VERSION]';

/** After the release is committed in the clone. Each must pass. */
const PROOFS = ['npm run check', 'npm test'];

function main(root: string): void {
  const { dryRun, wanted } = readArguments();
  requireReady(root);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const current = versionOf(root);
  const { bump, headings, newest } = readUnreleased(changelog);
  if (newest !== undefined && newest !== current)
    throw new ReleaseError(
      `package.json has the version ${current}, and the newest version in CHANGELOG.md is ${newest}.`,
      'Make them equal: the next version follows from the last one.',
    );
  const version = nextVersion(current, bump, wanted);
  const tag = `v${version}`;
  requireUntagged(root, tag);
  say(`${current} → ${version}, because of ${headings.join(', ')} in CHANGELOG.md`);

  const work = mkdtempSync(join(tmpdir(), 'deckhand-release-'));
  try {
    const clone = join(work, 'clone');
    const out = join(work, 'out');
    cloneMain(root, clone);
    run(clone, 'npm ci --no-audit --no-fund --loglevel=error');
    run(clone, `npm version ${version} --no-git-tag-version --workspaces=false`);
    const date = new Date().toISOString().slice(0, 10);
    writeFileSync(join(clone, 'CHANGELOG.md'), releaseChangelog(changelog, version, date));
    const renamed = renameVersion(clone, current, version);
    say(`wrote ${[`CHANGELOG.md (${version}, ${date})`, ...renamed].join(', ')}`);
    run(clone, 'npm run --silent generate');
    run(clone, 'npm run --silent third-party');
    git(clone, 'commit', '--quiet', '--all', '--message', `build(release): ${version}`);
    for (const command of PROOFS) run(clone, command);
    run(clone, `npm run --silent artifacts -- "${out}"`);
    requireClean(clone);
    const notes = `Deckhand ${version}\n\n${notesOf(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8'), version)}\n`;
    // Git takes the headings of the notes for comments otherwise.
    git(clone, 'tag', '--annotate', tag, '--cleanup=verbatim', '--message', notes);
    say(`\n${git(clone, 'show', '--stat', '--format=%h %s', 'HEAD')}`);
    if (dryRun) {
      say(`\nDry run: ${tag} can be released. This repository is as it was; the clone is deleted.`);
      return;
    }
    takeOver(root, clone, tag);
    const kept = join(root, '.ci/release/dist');
    rmSync(kept, { recursive: true, force: true });
    cpSync(out, kept, { recursive: true });
    say(
      `\nmain has the commit, and it has the tag ${tag}. The artifacts are in .ci/release/dist/. Nothing was pushed. Next:\n`,
    );
    say(`  git push --atomic origin main ${tag}`);
    say(
      '\nThe tag starts .github/workflows/release.yml, which publishes with provenance. Without GitHub Actions:\n',
    );
    say(`  npm publish .ci/release/dist/deckhand-${version}.tgz --provenance=false`);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readArguments(): { dryRun: boolean; wanted: string | undefined } {
  try {
    const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, as: { type: 'string' } } });
    // `npm run release --dry-run`, without the two dashes: npm takes the flag for its own.
    const taken = process.env['npm_config_dry_run'] === 'true';
    return { dryRun: taken || values['dry-run'] === true, wanted: values.as };
  } catch (error) {
    throw new ReleaseError((error as Error).message, `Usage: ${USAGE}`);
  }
}

function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Runs a command of the project and shows what it prints. @throws ReleaseError when it fails */
function run(folder: string, command: string): void {
  say(`\n$ ${command}`);
  // npm and git hand these to the commands that they run, and would take them for settings of the clone.
  const inherited =
    /^(?:GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX)|npm_config_(?:local_prefix|dry_run)|npm_(?:package|lifecycle)_.*|INIT_CWD)$/i;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !inherited.test(name)));
  const { status } = spawnSync(command, {
    cwd: folder,
    env,
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0)
    throw new ReleaseError(
      `\`${command}\` failed. Nothing was committed, and this repository is as it was.`,
      'Correct what it printed above, commit, and run the command again.',
    );
}

function requireClean(clone: string): void {
  const changed = git(clone, 'status', '--porcelain');
  if (changed !== '')
    throw new ReleaseError(
      `Check, tests or artifacts changed files:\n${changed}`,
      'The artifacts must have what the commit has: run these commands, and commit what they change.',
    );
}

function say(text: string): void {
  console.log(text);
}

try {
  main(process.cwd());
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`\n${error.message}\n  ${error.hint}`);
  process.exitCode = 1;
}
