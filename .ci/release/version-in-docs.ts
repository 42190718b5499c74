/** Where the version stands besides package.json: in pages and examples that install, pin or quote Deckhand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './repository.js';

/** Records of the past keep their version. */
const PLACES = [
  'README.md',
  'docs',
  'examples',
  'action.yml',
  'Dockerfile',
  ':(exclude)docs/decisions',
  ':(exclude)**/package-lock.json',
];

/** `deckhand@0.1.0`, `deckhand-0.1.0.tgz`, `deckhand 0.1.0`, `deckhand:0.1.0`. */
const named = (version: string): RegExp =>
  new RegExp(
    `(\\bdeckhand[-@ :]|\\bdeckhand/[\\w./-]*@v)${version.replaceAll('.', '\\.')}(?![\\d-]|\\.\\d)`,
    'g',
  );

/** Writes the new version wherever a page names the old one. @returns the files that changed */
export function renameVersion(root: string, from: string, to: string): readonly string[] {
  return git(root, 'ls-files', '-z', '--', ...PLACES)
    .split('\0')
    .filter((file) => /\.(?:md|ya?ml|json|toml|ts|py|go|Dockerfile)$|Dockerfile$|Jenkinsfile$/.test(file))
    .filter((file) => {
      const path = join(root, file);
      const text = readFileSync(path, 'utf8');
      const renamed = text.replaceAll(named(from), `$1${to}`);
      if (renamed !== text) writeFileSync(path, renamed);
      return renamed !== text;
    });
}
