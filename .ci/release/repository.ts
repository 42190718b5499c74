/** Git as a release uses it: what must hold before it starts, the clone it works in, and the commit it brings back. */
import { execFileSync } from 'node:child_process';
import { ReleaseError } from './release-error.js';

/** Runs git. @returns its output, trimmed @throws Error with what git printed */
export function git(folder: string, ...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

function attempt(folder: string, ...args: readonly string[]): string | undefined {
  try {
    return git(folder, ...args);
  } catch {
    return undefined;
  }
}

/** @throws ReleaseError when a release must not start from this repository */
export function requireReady(root: string): void {
  if (attempt(root, 'rev-parse', '--git-dir') === undefined)
    throw new ReleaseError(
      'This folder is not a git repository.',
      'Run the command in a clone of the project: a release is a commit and a tag.',
    );
  const branch = attempt(root, 'symbolic-ref', '--short', 'HEAD') ?? 'no branch';
  if (branch !== 'main')
    throw new ReleaseError(`Releases are made on main, and this is ${branch}.`, 'Run `git switch main`.');
  const changed = git(root, 'status', '--porcelain');
  if (changed !== '')
    throw new ReleaseError(
      `The working tree has changes that no commit has:\n${changed.replaceAll(/^/gm, '  ')}`,
      'Commit or stash them: the release has what the last commit has.',
    );
  const behind = Number(attempt(root, 'rev-list', '--count', 'HEAD..@{upstream}') ?? 0);
  if (behind > 0)
    throw new ReleaseError(
      `main is behind its upstream, by ${behind} ${behind === 1 ? 'commit' : 'commits'}.`,
      'Run `git pull`.',
    );
  for (const name of ['user.name', 'user.email'])
    if (attempt(root, 'config', name) === undefined)
      throw new ReleaseError(`git has no ${name}.`, `Run \`git config ${name} …\`: it commits and tags.`);
}

/** @throws ReleaseError when the version has been tagged */
export function requireUntagged(root: string, tag: string): void {
  if (attempt(root, 'rev-parse', '--verify', '--quiet', `refs/tags/${tag}`) !== undefined)
    throw new ReleaseError(
      `The tag ${tag} exists already.`,
      `If it was never pushed, delete it with \`git tag --delete ${tag}\`. Otherwise give a higher version with --as.`,
    );
}

/** Copies the branch, and who commits. */
export function cloneMain(root: string, folder: string): void {
  git(root, 'clone', '--quiet', '--branch', 'main', root, folder);
  for (const name of ['user.name', 'user.email']) git(folder, 'config', name, git(root, 'config', name));
}

/** Brings commit and tag of the clone into the repository. */
export function takeOver(root: string, clone: string, tag: string): void {
  const before = git(clone, 'rev-parse', 'HEAD~1');
  const changed = git(root, 'status', '--porcelain');
  if (git(root, 'rev-parse', 'HEAD') !== before || changed !== '')
    throw new ReleaseError(
      'The repository changed while the release was made. Nothing was committed.',
      'Run the command again.',
    );
  git(root, 'fetch', '--quiet', '--no-tags', clone, 'main', `refs/tags/${tag}:refs/tags/${tag}`);
  git(root, 'merge', '--quiet', '--ff-only', tag);
}
