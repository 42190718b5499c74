/**
 * `npm run artifacts -- FOLDER`: makes what a release consists of, in a new folder: the package, its SBOM, the list of third-party
 * packages, the executables with their licences, the notes, and SHA256SUMS for all of them. Needs `npm ci`.
 */
import { execSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { notesOf } from './changelog.js';
import { ReleaseError } from './release-error.js';
import { writeSbom } from './sbom.js';

async function main(root: string, folder: string | undefined): Promise<void> {
  if (folder === undefined)
    throw new ReleaseError('The folder for the artifacts is missing.', 'Usage: npm run artifacts -- FOLDER');
  const out = resolve(root, folder);
  mkdirSync(out, { recursive: true });
  if (readdirSync(out).length > 0)
    throw new ReleaseError(
      `${folder} is not empty.`,
      'Give a new folder: SHA256SUMS lists every file in it.',
    );
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const run = (command: string): void => {
    console.log(`$ ${command}`);
    execSync(command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  };
  // `prepack` builds.
  run(`npm pack --silent --pack-destination "${out}"`);
  run(`npm publish "${join(out, `deckhand-${version}.tgz`)}" --dry-run --silent`);
  const packages = writeSbom(root, join(out, `deckhand-${version}.cdx.json`));
  console.log(`deckhand-${version}.cdx.json: ${packages} packages`);
  run('npm run --silent build:executable');
  run('node .ci/executable/check.js');
  const built = join(root, '.ci/executable/dist');
  for (const name of readdirSync(built).filter((file) => !file.endsWith('.sha256')))
    copyFileSync(join(built, name), join(out, name));
  copyFileSync(join(root, 'THIRD_PARTY.md'), join(out, 'THIRD_PARTY.md'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  writeFileSync(join(out, 'NOTES.md'), `${notesOf(changelog, version)}\n`);

  const names = readdirSync(out).sort();
  const sums: string[] = [];
  for (const name of names) {
    const sum = await sha256(join(out, name));
    sums.push(`${sum}  ${name}`);
    console.log(
      `${sum.slice(0, 16)}…  ${(statSync(join(out, name)).size / 1e6).toFixed(2).padStart(7)} MB  ${name}`,
    );
  }
  writeFileSync(join(out, 'SHA256SUMS'), `${sums.join('\n')}\n`);
}

async function sha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

try {
  await main(process.cwd(), process.argv[2]);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  console.error(`${error.message}\n  ${error.hint}`);
  process.exitCode = 1;
}
