/** Vite configuration. The mode selects the mock server, if any. */
import { createReadStream, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { DEVELOPMENT_KEYS } from 'deckhand';
import { deckhand } from 'deckhand/vite';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ mode }) => {
  // The key of a mock server is not secret. A production build needs a real one.
  if (mode !== 'production') process.env['VITE_API_KEY'] ??= DEVELOPMENT_KEYS.ws_dev;
  return {
    plugins: [react(), mode === 'offline' && serveMswWorker(), mode === 'plugin' && deckhand()],
    // Servers of several modes can run concurrently.
    cacheDir: `node_modules/.vite/${mode}`,
  };
});

/** Serves msw's worker script from its package: a copy in `public/` would have to be updated with every version of msw. */
function serveMswWorker(): Plugin {
  const name = 'mockServiceWorker.js';
  const file = fileURLToPath(import.meta.resolve(`msw/${name}`));
  return {
    name: 'serve-msw-worker',
    configureServer({ middlewares }) {
      middlewares.use(`/${name}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        createReadStream(file).pipe(response);
      });
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: readFileSync(file) });
    },
  };
}
