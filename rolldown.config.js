// @ts-check
// Bundles the entries of the package into dist/. The entries are `exports` and `bin` in package.json: a path dist/x.js
// there is built from src/x.ts. So a new entry needs one line in package.json and no change here.
import { chmodSync, readFileSync } from 'node:fs';
import { defineConfig } from 'rolldown';

/** @type {Record<'exports' | 'bin' | 'dependencies' | 'peerDependencies', object>} */
const pkg = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const built = [...JSON.stringify([pkg.exports, pkg.bin]).matchAll(/dist\/([^"]+)\.js"/g)];
const packages = Object.keys({ ...pkg.dependencies, ...pkg.peerDependencies });

export default defineConfig({
  input: Object.fromEntries(built.map(([, name]) => [name, `src/${name}.ts`])),
  platform: 'neutral',
  // Users install these packages, and their bundler shares them with their own code.
  external: [/^node:/, ...packages.map((name) => new RegExp(`^${name}($|/)`))],
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    // Two levels deep like src/<folder>/<file>.ts, so that `new URL('../../scenarios/', import.meta.url)` works in both.
    chunkFileNames: 'chunks/[name].js',
    // The names appear in stack traces.
    minifyInternalExports: false,
  },
  plugins: [
    {
      // A bundled package would need its licence in dist/. Installed packages have their own.
      name: 'no-bundled-packages',
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
