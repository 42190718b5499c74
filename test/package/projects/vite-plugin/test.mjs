// The Vite plugin, in an app that has another API below the same path.
// Both module systems: a configuration file can be CommonJS.
import { createRequire } from 'node:module';
import { connectDeckhand } from 'deckhand';
import { deckhand } from 'deckhand/vite';
import { createServer } from 'vite';
import { assertEqual, createClient, runFullFlow } from './full-flow.mjs';

const usersApi = {
  name: 'users-api',
  configureServer: (server) => {
    server.middlewares.use('/api/v1/users', (_request, response) => response.end('["Ada"]'));
  },
};
for (const plugin of [deckhand, createRequire(import.meta.url)('deckhand/vite').deckhand]) {
  const vite = await createServer({
    configFile: false,
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
    plugins: [plugin(), usersApi],
  });
  await vite.listen();
  const { origin } = new URL(vite.resolvedUrls.local[0]);
  await runFullFlow(
    createClient(`${origin}/api/v1`, 'deckhand-dev-key'),
    connectDeckhand(origin).workspace('ws_dev'),
  );
  assertEqual('the other API', await (await fetch(`${origin}/api/v1/users`)).text(), '["Ada"]');
  await vite.close();
}
