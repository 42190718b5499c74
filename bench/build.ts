/** Bundles the measured code from `src/` and `bench/` in the same way as `dist/`, into a folder that git ignores. */
import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'rolldown';

const ROOT = resolve(import.meta.dirname, '..');
const BUILT = join(ROOT, 'node_modules/.cache/deckhand-bench');

const ENTRIES = [
  'probe',
  'parts',
  'server-node',
  'server-express',
  'server-middleware',
  'server-deckhand',
  'judge-file',
  'judge-window',
  'server-upstream',
];

/** The command line of the last `npm run build`. */
export const CLI = join(ROOT, 'dist/cli/main.js');

/** The path of a bundled entry. */
export function built(entry: string): string {
  return join(BUILT, 'bench', `${entry}.js`);
}

/** @throws if `dist/` is missing or older than `src/`, because the figures would be those of old code */
export async function buildAll(): Promise<void> {
  const cli = statSync(CLI, { throwIfNoEntry: false });
  if (!cli || cli.mtimeMs < newest(join(ROOT, 'src')))
    throw new Error('dist/ is missing or older than src/. Run: npm run build');
  await build({
    cwd: ROOT,
    input: Object.fromEntries(ENTRIES.map((entry) => [`bench/${entry}`, join(ROOT, 'bench', `${entry}.ts`)])),
    platform: 'neutral',
    external: /^[@a-z][^:]*$|^node:/,
    logLevel: 'warn',
    output: { dir: BUILT, cleanDir: true, chunkFileNames: 'chunks/[name].js' },
  });
}

function newest(folder: string): number {
  return Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}
