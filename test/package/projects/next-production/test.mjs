// Production builds of Next.js, with webpack and with its own bundler: no byte of Deckhand in the pages, and no package of
// Deckhand in the folder that `standalone` copies to a server.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const OURS = /deckhand|mockServiceWorker|setupWorker/i;

/** @returns the scripts of pages that contain something of Deckhand */
function build(bundler, isOffline) {
  const folder = `out-${bundler}-${isOffline}`;
  const env = {
    ...process.env,
    NEXT_TELEMETRY_DISABLED: '1',
    DIST: folder,
    NEXT_PUBLIC_DECKHAND: String(isOffline),
  };
  execFileSync(process.execPath, ['node_modules/next/dist/bin/next', 'build', `--${bundler}`], {
    env,
    stdio: 'pipe',
  });
  const files = readdirSync(join(folder, 'static'), { recursive: true, withFileTypes: true });
  const ours = files
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath ?? file.path, file.name))
    .filter((file) => OURS.test(readFileSync(file, 'utf8')));
  return { folder, ours };
}

for (const bundler of ['webpack', 'turbopack']) {
  const { folder, ours } = build(bundler, false);
  if (ours.length > 0) throw new Error(`${bundler}: ${ours.join(', ')}`);
  for (const name of ['deckhand', 'msw'])
    if (existsSync(join(folder, 'standalone/node_modules', name)))
      throw new Error(`${bundler}: standalone has ${name}`);
}

// The test can fail: the other build contains it.
if (build('webpack', true).ours.length === 0) throw new Error('The offline build contains no Deckhand.');
