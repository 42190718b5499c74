/** Bundles what is measured from `src/` and `bench/` as `dist/` is bundled, into a folder that git does not see. */
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
  'server-upstream',
];

/** The command line as `npm run build` left it. */
export const CLI = join(ROOT, 'dist/cli/main.js');

/** Where a bundled entry is. */
export function built(entry: string): string {
  return join(BUILT, 'bench', `${entry}.js`);
}

/** @throws when `dist/` is missing or older than `src/`: figures of old code would be believed */
export async function buildAll(): Promise<void> {
  const cli = statSync(CLI, { throwIfNoEntry: false });
  if (!cli || cli.mtimeMs < newest(join(ROOT, 'src')))
    throw new Error('dist/ is older than src/: npm run build first');
  await build({
    cwd: ROOT,
    input: {
      ...Object.fromEntries(ENTRIES.map((entry) => [`bench/${entry}`, join(ROOT, 'bench', `${entry}.ts`)])),
      // Where the code that reads HAR files looks for its thread.
      'adapters/har-worker': join(ROOT, 'src/adapters/har-worker.ts'),
    },
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
