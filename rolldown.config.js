// @ts-check
// Bundles the entries of the package into dist/, as ES modules and as CommonJS. The entries are `exports` and `bin` in
// package.json: a path dist/x.js or dist/x.cjs there is built from src/x.ts. So a new entry needs no change here.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'rolldown';
import { minifySync } from 'rolldown/utils';

/** @type {Record<'exports' | 'bin' | 'dependencies' | 'peerDependencies', object>} */
const pkg = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

/** @param {RegExp} files the paths of entries */
const entries = (files) =>
  Object.fromEntries(
    [...JSON.stringify([pkg.exports, pkg.bin]).matchAll(files)].map(([, name]) => [name, `src/${name}.ts`]),
  );
const packages = Object.keys({ ...pkg.dependencies, ...pkg.peerDependencies });
/** Small packages without dependencies that users would notice: an install is shorter, and has fewer parts to trust. */
const copied = [
  '@noble/hashes',
  'chokidar',
  'cross-spawn',
  'fastest-levenshtein',
  'fzstd',
  // Jest takes its ES modules in `jsdom` and in React Native, and cannot load them.
  'yaml',
  // Installed as a dependency, it would bring 90 packages and 60 MB, among them a second msw with an install script.
  '@mswjs/data',
];

/** What @mswjs/data needs to load without the half that is unused: the mock server serves requests itself. */
const resolve = {
  // Packages below @mswjs/data have no `exports`, so their entries are in these fields.
  mainFields: ['module', 'main'],
  alias: /** @type {Record<string, string | false>} */ ({
    // Imports msw and pluralize.
    './model/generateRestHandlers': false,
    // Imports msw, graphql and pluralize.
    './model/generateGraphQLHandlers': false,
    // Its entry imports `node:tty`, and browsers load the database, too.
    debug: 'debug/src/browser.js',
  }),
};

/** Copied packages name the modules of Node without `node:`, and some with `require`, which an ES module does not have. */
const prefixBuiltins = /** @type {import('rolldown').Plugin} */ ({
  name: 'prefix-builtins',
  resolveId: (id) => (isBuiltin(id) && !id.startsWith('node:') ? `\0node:${id}` : null),
  load: (id) =>
    id.startsWith('\0node:')
      ? `export * from '${id.slice(1)}'; export { default } from '${id.slice(1)}';`
      : null,
});

/** Entries for Node with the packages that their users install, and that an install of Deckhand alone lacks. */
const peersOf = /** @type {Record<string, string[]>} */ ({
  'integrations/node': ['msw'],
  'integrations/vitest': ['msw', 'vitest'],
});

/** The file of an entry. @param {{ name: string }} entry @param {string} end */
const entryFile = ({ name }, end) => `${name}${Object.hasOwn(peersOf, name) ? '.main' : ''}${end}`;

/**
 * Writes an entry that loads the real one, because a module cannot catch the error of its own imports. The error names the command
 * that installs a missing package.
 * @param {'.js' | '.cjs'} end
 * @returns {import('rolldown').Plugin}
 */
function explainMissingPeers(end) {
  return {
    name: 'explain-missing-peers',
    generateBundle(_options, bundle) {
      for (const [name, peers] of Object.entries(peersOf)) {
        const main = bundle[`${name}.main${end}`];
        if (main?.type !== 'chunk') throw new Error(`${name} is no entry.`);
        const path = `./${name.split('/').at(-1)}.main${end}`;
        const missing = `/^Cannot find (?:package|module) '(?:${peers.join('|')})['/]/`;
        const hint = `deckhand/${name.split('/').at(-1)} needs ${peers.join(' and ')}. Install: npm install --save-dev ${peers.join(' ')}`;
        const explain = `(error) => ${missing}.test(error.message) ? new Error(${JSON.stringify(hint)}, { cause: error }) : error`;
        const source =
          end === '.js'
            ? `const explain = ${explain};\nexport const { ${main.exports.join(', ')} } = await import('${path}').catch((error) => Promise.reject(explain(error)));\n`
            : `const explain = ${explain};\ntry {\n  module.exports = require('${path}');\n} catch (error) {\n  throw explain(error);\n}\n`;
        this.emitFile({ type: 'asset', fileName: name + end, source });
      }
    },
  };
}

/** The database brings lodash and date-fns, which nobody debugs here: minified, they are a third as large. */
const minifyDatabase = /** @type {import('rolldown').Plugin} */ ({
  name: 'minify-database',
  renderChunk: (code, { fileName, moduleIds }) =>
    moduleIds.some((id) => id.includes('/node_modules/@mswjs/data/'))
      ? minifySync(fileName, code, { module: fileName.endsWith('.js') }).code
      : null,
});

/** `parseYaml` has the core schema only. Without the others of the package, a page loads 2 kB less. */
const coreSchemaOnly = /** @type {import('rolldown').Plugin} */ ({
  name: 'core-schema-only',
  load: (id) =>
    /[\\/]yaml[\\/]browser[\\/]dist[\\/]schema[\\/]tags\.js$/.test(id)
      ? "import { schema } from './core/schema.js'; export const coreKnownTags = {}; export const getTags = () => [...schema];"
      : null,
});

/** Users install these packages, and their bundler shares them with their own code. @param {string[]} names */
const external = (names) => [/^node:/, ...names.map((name) => new RegExp(`^${name}($|/)`))];

export const esModules = defineConfig({
  input: entries(/dist\/([^"]+)\.js"/g),
  platform: 'neutral',
  external: external(packages),
  resolve,
  // The package does not say so, and its unused visitor of tokens would stay.
  treeshake: { moduleSideEffects: [{ test: /[\\/]node_modules[\\/]yaml[\\/]/, sideEffects: false }] },
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: (entry) => entryFile(entry, '.js'),
    // Two levels deep like src/<folder>/<file>.ts, so that `new URL('../../scenarios/', import.meta.url)` works in both.
    chunkFileNames: 'chunks/[name].js',
    // Pages load the judge on demand. With a part of a command in one of its chunks, they would load Node modules.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: 'judge', test: /[\\/]src[\\/]judge[\\/](?!model[\\/])/ }],
    },
    // The names appear in stack traces.
    minifyInternalExports: false,
    // The declarations have them, too.
    comments: { jsdoc: false },
  },
  plugins: [
    prefixBuiltins,
    coreSchemaOnly,
    minifyDatabase,
    bundleWithLicences(copied),
    explainMissingPeers('.js'),
    {
      name: 'executable-bin',
      writeBundle: () => Object.values(pkg.bin).forEach((file) => chmodSync(file, 0o755)),
    },
  ],
});

export const commonJs = defineConfig({
  input: entries(/dist\/([^"]+)\.cjs"/g),
  platform: 'node',
  external: external(packages),
  resolve,
  output: {
    dir: 'dist',
    format: 'cjs',
    entryFileNames: (entry) => entryFile(entry, '.cjs'),
    chunkFileNames: 'chunks/[name].cjs',
    minifyInternalExports: false,
    // A second copy of everything: without comments and spaces, but with the names for stack traces.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  },
  plugins: [minifyDatabase, bundleWithLicences(copied), explainMissingPeers('.cjs')],
});

/** The copies for `deckhand/jest-preset`: the ES modules below msw 2. */
const forJest = () => {
  const names = ['rettime', 'until-async', '@open-draft/deferred-promise'];
  return defineConfig({
    input: Object.fromEntries(names.map((name) => [`jest/${name}`, fromMsw(name)])),
    output: { dir: 'dist', format: 'cjs', entryFileNames: '[name].cjs' },
    plugins: [bundleWithLicences(names)],
  });
};

/** The script that `deckhand wall` adds to an app's pages: one file that runs before everything else. */
export const wallScript = defineConfig({
  input: { frame: 'src/wall/frame/main.ts' },
  platform: 'browser',
  // Read in Node only.
  external: ['util'],
  output: { dir: 'dist/wall', format: 'iife', entryFileNames: '[name].js', minify: true },
  plugins: [bundleWithLicences(['@sinonjs/fake-timers', '@medv/finder'])],
});

export default () => [esModules, commonJs, forJest(), wallScript];

/** The version that msw uses. @param {string} name */
function fromMsw(name) {
  return createRequire(createRequire(import.meta.url).resolve('msw')).resolve(name);
}

/**
 * Writes the licences of copied packages beside each chunk that contains them.
 * @param {string[]} names the packages that a chunk can contain, with what they need
 * @returns {import('rolldown').Plugin}
 */
function bundleWithLicences(names) {
  const wanted = names.map((name) => `/${name}`);
  return {
    name: 'bundle-with-licences',
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle)) {
        if (part.type !== 'chunk') continue;
        const folders = new Set(part.moduleIds.filter((id) => id.includes('/node_modules/')).map(packageOf));
        if (folders.size === 0) continue;
        const isWanted = [...folders].some((folder) => wanted.some((name) => folder.endsWith(name)));
        if (!isWanted) this.error(`Bundled without a licence: ${[...folders].join(', ')}`);
        const source = [...folders].sort().map(licenceOf).join('\n\n');
        const fileName = part.fileName.replace(/\.c?js$/, '.LICENSES.txt');
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/** @param {string} id a module's path */
function packageOf(id) {
  let folder = dirname(id);
  while (!existsSync(join(folder, 'package.json')) || !nameIn(folder)) folder = dirname(folder);
  return folder;
}

/** @param {string} folder */
function nameIn(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name;
}

/** @param {string} folder */
function licenceOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.mkd'].map((one) => join(folder, one)).find(existsSync);
  const text = file
    ? readFileSync(file, 'utf8').trim()
    : `Its package has no licence file. Author: ${author}`;
  return `${name} ${version} (${license})\n\n${text}\n`;
}
