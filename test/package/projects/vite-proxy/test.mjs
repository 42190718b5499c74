// `deckhand serve` behind the proxy of Vite.
import { connectDeckhand } from 'deckhand';
import { createServer } from 'vite';
import { command } from './command.mjs';
import { app, journey } from './journey.mjs';

const stand = await command('serve', '--port', '0');
const vite = await createServer({
  configFile: false,
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1', proxy: { '/api': stand.url } },
});
await vite.listen();
const [url] = vite.resolvedUrls.local;
await journey(app(`${url}api/v1`, 'deckhand-dev-key'), connectDeckhand(stand.url).workspace('ws_dev'));
await vite.close();
await stand.stop();
