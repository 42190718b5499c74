// Production builds contain nothing of Deckhand: no bytes, no chunk.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as vite } from 'vite';

const DECKHAND_CODE = /deckhand|mockServiceWorker|setupWorker/i;

function assertClean(what, folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const matches = files.filter((file) =>
    DECKHAND_CODE.test(readFileSync(join(file.parentPath ?? file.path, file.name), 'utf8')),
  );
  const scripts = files.filter(({ name }) => name.endsWith('.js'));
  if (matches.length > 0) throw new Error(`${what}: ${matches.map(({ name }) => name).join(', ')}`);
  if (scripts.length !== 1) throw new Error(`${what}: ${scripts.length} scripts, not 1`);
}

await vite({ root: '.', logLevel: 'error', build: { outDir: 'out-vite' } });
assertClean('Vite', 'out-vite');

execFileSync('node_modules/.bin/esbuild', [
  'page.js',
  '--bundle',
  '--splitting',
  '--minify',
  '--format=esm',
  '--outdir=out-esbuild',
  '--define:import.meta.env.MODE="production"',
]);
assertClean('esbuild', 'out-esbuild');

// The test can fail: the other mode contains it.
await vite({ root: '.', mode: 'offline', logLevel: 'error', build: { outDir: 'out-offline' } });
if (
  !readdirSync('out-offline/assets').some((name) =>
    DECKHAND_CODE.test(readFileSync(join('out-offline/assets', name), 'utf8')),
  )
)
  throw new Error('The mode offline contains no Deckhand.');
