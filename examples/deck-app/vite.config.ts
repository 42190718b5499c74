/** The app's server and build. Which mock server it talks to, if any, is a mode of Vite's. */
import { createReadStream, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { DEVELOPMENT_KEYS } from 'deckhand';
import { deckhand } from 'deckhand/vite';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ mode }) => {
  // The key of a mock server guards nothing. A build for production has to be given one.
  if (mode !== 'production') process.env['VITE_API_KEY'] ??= DEVELOPMENT_KEYS.ws_dev;
  return {
    plugins: [react(), mode === 'offline' && serviceWorkerOfMsw(), mode === 'plugin' && deckhand()],
    // Servers of several modes can run side by side.
    cacheDir: `node_modules/.vite/${mode}`,
  };
});

/** msw's worker script from where it is installed: a copy in `public/` would have to be renewed with every update of msw. */
function serviceWorkerOfMsw(): Plugin {
  const name = 'mockServiceWorker.js';
  const file = fileURLToPath(import.meta.resolve(`msw/${name}`));
  return {
    name: 'service-worker-of-msw',
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
