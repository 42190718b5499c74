// Production builds contain nothing of Deckhand: no bytes, no chunk.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as vite } from 'vite';

const OURS = /deckhand|mockServiceWorker|setupWorker/i;

function need(what, folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const ours = files.filter((file) =>
    OURS.test(readFileSync(join(file.parentPath ?? file.path, file.name), 'utf8')),
  );
  const scripts = files.filter(({ name }) => name.endsWith('.js'));
  if (ours.length > 0) throw new Error(`${what}: ${ours.map(({ name }) => name).join(', ')}`);
  if (scripts.length !== 1) throw new Error(`${what}: ${scripts.length} scripts, not 1`);
}

await vite({ root: '.', logLevel: 'error', build: { outDir: 'out-vite' } });
need('Vite', 'out-vite');

execFileSync('node_modules/.bin/esbuild', [
  'page.js',
  '--bundle',
  '--splitting',
  '--minify',
  '--format=esm',
  '--outdir=out-esbuild',
  '--define:import.meta.env.MODE="production"',
]);
need('esbuild', 'out-esbuild');

// The test can fail: the other mode contains it.
await vite({ root: '.', mode: 'offline', logLevel: 'error', build: { outDir: 'out-offline' } });
if (
  !readdirSync('out-offline/assets').some((name) =>
    OURS.test(readFileSync(join('out-offline/assets', name), 'utf8')),
  )
)
  throw new Error('The mode offline contains no Deckhand.');
