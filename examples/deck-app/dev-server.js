// @ts-check
/**
 * `npm run dev:server`: starts `deckhand serve` and Vite. Arguments after `--` go to `deckhand serve`, such as
 * `-- --scenario timeout-failure`; PORT is its port.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const { PORT = '4010' } = process.env;
process.env.VITE_API_URL = `http://127.0.0.1:${PORT}/api/v1`;

const deckhand = fileURLToPath(import.meta.resolve('deckhand/package.json')).replace(
  /package\.json$/,
  'dist/cli/main.js',
);
const mockServer = spawn(process.execPath, [deckhand, 'serve', '--port', PORT, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
mockServer.on('exit', (code) => process.exit(code ?? 0));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.on(signal, () => mockServer.kill());
}

const app = await createServer({ mode: 'server' });
await app.listen();
app.printUrls();
