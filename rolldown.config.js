// @ts-check
// Bundles the package's entries into dist/. The one table of entries is `exports` and `bin` in package.json:
// a path dist/x.js there is built from src/x.ts, so a new entry is one line in package.json and none here.
import { chmodSync, readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/** @type {Record<'exports' | 'bin' | 'dependencies' | 'peerDependencies', object>} */
const pkg = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const built = [...JSON.stringify([pkg.exports, pkg.bin]).matchAll(/dist\/([^"]+)\.js"/g)];
const packages = Object.keys({ ...pkg.dependencies, ...pkg.peerDependencies });

export default defineConfig({
  // A thread's code is loaded by its path, and named by nobody outside.
  input: Object.fromEntries(
    [...built, [, 'adapters/har-worker']].map(([, name]) => [name, `src/${name}.ts`]),
  ),
  platform: 'neutral',
  // The user's installation brings these (and a bundler of theirs shares them with their own code).
  external: [/^node:/, ...packages.map((name) => new RegExp(`^${name}($|/)`))],
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    // Two levels deep, as src/<folder>/<file>.ts is, so `new URL('../../scenarios/', import.meta.url)` holds in both.
    chunkFileNames: 'chunks/[name].js',
    // Somebody reads these names in a stack trace.
    minifyInternalExports: false,
  },
  plugins: [
    {
      // Whatever is bundled has to bring its licence along; what the user's installation brings does.
      name: 'nothing-of-others',
      generateBundle(_options, bundle) {
        const modules = Object.values(bundle).flatMap((part) =>
          part.type === 'chunk' ? part.moduleIds : [],
        );
        const others = modules.filter((id) => id.includes('/node_modules/'));
        if (others.length > 0) this.error(`Bundled without a licence: ${others.join(', ')}`);
      },
    },
    {
      name: 'executable-bin',
      writeBundle: () => Object.values(pkg.bin).forEach((file) => chmodSync(file, 0o755)),
    },
  ],
});
